import { readFileSync } from "node:fs"
import type { Settings } from "#config/settings.ts"
import { variables } from "#config/variables.ts"

/** A guide in Markdown, with the addresses, the client identifier and the limits of this installation. */
export function guideText(name: string, settings: Settings): string {
  const text = readFileSync(new URL(`../../../../../docs/developers/${name}.md`, import.meta.url), "utf8")
  return withAddresses(text, settings)
    .replaceAll("atelier-agents", settings.oauthClientId)
    .replaceAll(/\| \d+( a minute)? \| `(SVC_\w+)` \|/g, (_whole, unit = "", name: string) => {
      return `| ${limitOf(settings, name)}${unit} | \`${name}\` |`
    })
}

/** In the sources all addresses are those of `npm start` on the reader's own computer. */
function withAddresses(text: string, { addresses: { base, auth, mcp } }: Settings): string {
  return text
    .replaceAll("http://localhost:3000/mcp", mcp)
    .replaceAll(/http:\/\/localhost:3000(?=\/(?:api\/)?oauth\/)/g, auth)
    .replaceAll("http://localhost:3000", base)
    .replaceAll(/\]\((?=[\w-]+\.md)/g, `](${base}/developers/`)
}

function limitOf(settings: Settings, name: string): unknown {
  const found = Object.entries(variables).find(([, variable]) => variable.name === name)
  return found && settings[found[0] as keyof Settings]
}

import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import type { Settings } from "#config/settings.ts"
import { variables } from "#config/variables.ts"

/** They use the demo's offer and the sandbox, which only `npm start` on the reader's own computer has. */
const demoGuides = ["quickstart", "pay-links", "client", "errors-and-limits"]

/** A guide in Markdown, with the addresses, the client identifier and the limits of this installation. */
export function guideText(name: string, settings: Settings): string {
  const text = readFileSync(new URL(`../../../../../docs/developers/${name}.md`, import.meta.url), "utf8")
  const isElsewhere = settings.paymentsUrl !== "sandbox:" && demoGuides.includes(name)
  return withAddresses(text, isElsewhere ? linksOnly : everywhere, settings)
    .replaceAll("atelier-agents", settings.oauthClientId)
    .replaceAll(codexIdOf(toolServer), codexIdOf(settings.addresses.mcp))
    .replaceAll(/^SVC_OAUTH_CALLBACKS=(\S+)$/gm, (_whole, list: string) => callbacksLine(list.split(","), settings))
    .replaceAll(/\| \d+( a minute)? \| `(SVC_\w+)` \|/g, (_whole, unit = "", name: string) => {
      return `| ${limitOf(settings, name)}${unit} | \`${name}\` |`
    })
}

const everywhere = /http:\/\/localhost:3000/g
const linksOnly = /(?<=\]\()http:\/\/localhost:3000/g

/** The default callback in the sources becomes the present ones. */
function callbacksLine([, ...ofClient]: string[], { oauthCallbacks }: Settings): string {
  return `SVC_OAUTH_CALLBACKS=${[...new Set([...oauthCallbacks, ...ofClient])].join(",")}`
}

function codexIdOf(address: string): string {
  return createHash("sha256").update(new URL(address).href).digest().subarray(0, 9).toString("base64url")
}

const toolServer = "http://localhost:3000/mcp"

/** In the sources all addresses are those of `npm start`. Those that `replaced` finds become the service's. */
function withAddresses(text: string, replaced: RegExp, { addresses: { base, auth, mcp } }: Settings): string {
  return text
    .replaceAll(toolServer, mcp)
    .replaceAll(/http:\/\/localhost:3000(?=\/(?:api\/)?oauth\/)/g, auth)
    .replaceAll(replaced, base)
    .replaceAll(/\]\((?=[\w-]+\.md)/g, `](${base}/developers/`)
}

function limitOf(settings: Settings, name: string): unknown {
  const found = Object.entries(variables).find(([, variable]) => variable.name === name)
  return found && settings[found[0] as keyof Settings]
}

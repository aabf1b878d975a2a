import { readFileSync } from "node:fs"
import type { Settings } from "#config/settings.ts"
import { variables } from "#config/variables.ts"
import { skillPath } from "./skill.ts"
import { skills } from "./skills.ts"
import { readText } from "./text.ts"

/** The authentication guide: how an agent gets access, step by step, and how it handles failures. */
export function authGuide(settings: Settings): string {
  return readText("auth.md", settings)
}

/** The guide to the public REST API, with this installation's limits. */
export function restGuide(settings: Settings): string {
  const text = readFileSync(new URL("../../../../docs/rest-api.md", import.meta.url), "utf8")
  return text.replaceAll(/\| \d+ \| `(SVC_\w+)` \|/g, (_whole, name: string) => {
    return `| ${limitOf(settings, name)} | \`${name}\` |`
  })
}

function limitOf(settings: Settings, name: string): unknown {
  const found = Object.entries(variables).find(([, variable]) => variable.name === name)
  return found && settings[found[0] as keyof Settings]
}

/** A description of the service and its documents for language models (llmstxt.org). */
export function llmsText(settings: Settings): string {
  const lines = skills.map((skill) => {
    return `- [${skill.name}](${settings.addresses.base}${skillPath(skill)}): ${skill.description}`
  })
  return readText("llms.txt", settings, { skill_lines: lines.join("\n") })
}

import type { Settings } from "#config/settings.ts"
import { guides } from "../pages/developers/guides.ts"
import { skillPath, skills } from "./skills.ts"
import { readText } from "./texts.ts"

/** The authentication guide: how an agent gets access, step by step, and how it handles failures. */
export function authGuide(settings: Settings): string {
  return readText("auth.md", settings)
}

/** A description of the service and its documents for language models (llmstxt.org). */
export function llmsText(settings: Settings): string {
  const lines = skills.map((skill) => {
    return `- [${skill.name}](${settings.addresses.base}${skillPath(skill)}): ${skill.description}`
  })
  const forPeople = guides.map(({ name, title, about }) => {
    return `- [${title}](${settings.addresses.base}/developers/${name}.md): ${about}`
  })
  return readText("llms.txt", settings, { skill_lines: lines.join("\n"), guide_lines: forPeople.join("\n") })
}

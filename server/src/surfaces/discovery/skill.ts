import { createHash } from "node:crypto"
import type { Settings } from "#config/settings.ts"
import { type Skill, skills } from "./skills.ts"
import { readText } from "./text.ts"

export function skillText({ name, description }: Skill, settings: Settings): string {
  return `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n${readText(`skills/${name}.md`, settings)}`
}

/** The index of skills: Agent Skills Discovery 0.2.0. Each digest is over the bytes that are served. */
export function skillsIndex(settings: Settings): object {
  return {
    $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    skills: skills.map((skill) => ({
      name: skill.name,
      type: "skill-md",
      description: skill.description,
      url: skillPath(skill),
      digest: `sha256:${createHash("sha256").update(skillText(skill, settings)).digest("hex")}`,
    })),
  }
}

export function skillPath({ name }: Skill): string {
  return `/.well-known/agent-skills/${name}/SKILL.md`
}

import { createHash } from "node:crypto"
import type { Settings } from "#config/settings.ts"
import { readText } from "./texts.ts"

/** A task with instructions for agents, in the form of agentskills.io. */
export interface Skill {
  /** Lower case with hyphens: the folder it is served in. */
  readonly name: string
  /** Its purpose and when to use it; at most 1024 characters. */
  readonly description: string
}

export const skills: readonly Skill[] = [
  {
    name: "authenticate",
    description:
      "Connect to a workspace: OAuth 2.0 authorization code with PKCE, from discovery to the first tool call. Use it before any tool, and when a call is answered with 401 or 403.",
  },
  {
    name: "buy-through-a-pay-link",
    description:
      "Look up an offer behind a pay link, find out what a gift code is worth, let the person pay, and get the delivery link. Needs no account. Use it when somebody shares a pay link or wants to buy what is behind it.",
  },
  {
    name: "short-links",
    description:
      "Create short links and read their click counts in a connected workspace. Use it when somebody wants an address shortened, or asks how often one was opened.",
  },
  {
    name: "take-in-files",
    description:
      "Make an upload link and send files through it into the drive of a connected workspace. Use it when somebody wants a file stored, or wants to collect files from people without an account.",
  },
  {
    name: "check-a-slug-or-domain",
    description:
      "Check whether a workspace name is free, and whether a domain carries the TXT record that proves whose it is. Needs no account. Use it before a workspace is made or a custom domain is attached.",
  },
]

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

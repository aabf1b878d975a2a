import type { Reading } from "#access/context.ts"
import { type Role, roleCovers } from "#access/roles.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import {
  type Ceiling,
  type EffectiveLevel,
  effectiveLevel,
  type LevelInput,
  type WorkspaceLevel,
} from "../effective-level.ts"
import { listAllowances, listPermissionChoices, listPermissions } from "./permission-store.ts"
import { findSettings, type SettingsRow } from "./settings-store.ts"

/** The facts about a tool, built in or a tool server's, that its level depends on. */
export interface JudgedTool {
  readonly name: string
  readonly kind: "read" | "write"
  readonly role: Role
  readonly floor: "ask" | "always"
  readonly floorWhy: string
  readonly usual: WorkspaceLevel
  readonly digest: string
  /** The tool server, which receives the arguments; null for a built-in tool. */
  readonly server: { readonly id: string } | null
}

export interface JudgedRun {
  readonly workspaceId: WorkspaceId
  readonly accountId: string
  readonly role: Role
  readonly conversationId: string
  /** Names of things written by outsiders that the conversation has read. */
  readonly outsiders: readonly string[]
  /** The sources that the conversation has read: `workspace`, or the id of a tool server. */
  readonly sources: readonly string[]
}

export interface Judge {
  readonly settings: SettingsRow | undefined
  levelOf(tool: JudgedTool): EffectiveLevel
  /** The level that the tool would have if the person chose `always`. */
  mostOf(tool: JudgedTool): EffectiveLevel
}

const free: Ceiling = { level: "always", why: "" }

/** Reads, as they are now, all settings that the levels of a run depend on. */
export async function openJudge(cx: Reading, run: JudgedRun, isInstalled: boolean): Promise<Judge> {
  const [settings, permissions, choices, allowances] = await Promise.all([
    findSettings(cx, run.workspaceId),
    listPermissions(cx, run.workspaceId, run.role),
    listPermissionChoices(cx, run),
    listAllowances(cx, run.conversationId),
  ])
  const installation = installationCeiling(isInstalled, settings)
  const inputOf = (tool: JudgedTool): LevelInput => ({
    isRead: tool.kind === "read" && tool.server === null,
    whyItAsks: whyItAsks(
      tool,
      choices.find((row) => row.tool === tool.name),
    ),
    installation,
    floor: { level: tool.floor, why: tool.floorWhy },
    role: roleCovers(run.role, tool.role) ? free : { level: "never", why: "Not available for your role." },
    workspace: permissions.find((row) => row.tool === tool.name)?.level ?? usualOf(tool, run.role),
    situation: situationOf(tool, run, settings),
    member: choices.find((row) => row.tool === tool.name && row.definition_digest === tool.digest)?.level,
    isAllowedHere: allowances.some((row) => row.tool === tool.name && row.definition_digest === tool.digest),
  })
  return {
    settings,
    levelOf: (tool) => effectiveLevel(inputOf(tool)),
    mostOf: (tool) => effectiveLevel({ ...inputOf(tool), member: "always" }),
  }
}

/** Why a tool asks without a choice. An earlier choice does not count once the tool's definition has changed. */
function whyItAsks(tool: JudgedTool, choice: { level: string; definition_digest: string } | undefined): string {
  if (choice?.level === "always" && choice.definition_digest !== tool.digest) {
    return "The tool has changed since you allowed it."
  }
  return tool.server === null
    ? "Changes need your approval."
    : "Sending data outside the workspace needs your approval."
}

/** The level of a tool for a role while no admin has set it. */
export function usualOf(tool: JudgedTool, role: Role): WorkspaceLevel {
  if (!roleCovers(role, tool.role) || (tool.server !== null && role === "viewer")) return "never"
  return tool.usual
}

function installationCeiling(isInstalled: boolean, settings: SettingsRow | undefined): Ceiling {
  if (!isInstalled) return { level: "never", why: "The assistant is turned off." }
  if (settings?.switched_off_at) return { level: "never", why: "The owner of this workspace turned the assistant off." }
  return free
}

/**
 * Without approval, a run never combines text of outsiders, data of the workspace, and a way out. After it has read
 * text of outsiders, every write asks. A tool server's tool asks once the conversation has read from any other source.
 */
function situationOf(tool: JudgedTool, { outsiders, sources }: JudgedRun, settings: SettingsRow | undefined): Ceiling {
  if (tool.server !== null) {
    const { id } = tool.server
    if (sources.every((source) => source === id)) return free
    return { level: "ask", why: "Content of this conversation would leave the workspace." }
  }
  if (tool.kind === "read") return free
  if (outsiders.length === 0) {
    // A strict workspace treats its members' texts like texts of outsiders, even those read before it became strict.
    if (!settings?.strict_since || !sources.includes("workspace")) return free
    return { level: "ask", why: "This conversation includes untrusted member content." }
  }
  const read = outsiders.slice(0, 3).join(", ")
  return { level: "ask", why: `This conversation includes content from outside the workspace: ${read}.` }
}

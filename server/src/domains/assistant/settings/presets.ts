import { type Role, roles } from "#access/roles.ts"
import type { WorkspaceLevel } from "../effective-level.ts"
import { type PermissionRow, usualOf } from "../permissions/index.ts"
import type { AssistantTool } from "../tools/index.ts"
import { cellOf, isNarrower } from "./cells.ts"
import type { ProposedCell } from "./permission-input.ts"

export const presetIds = ["read_only", "ask", "members_decide", "small_changes"] as const
type PresetId = (typeof presetIds)[number]

/** `small`: creates, renames or restores something. `their…`: a tool of a tool server. */
type ToolClass = "read" | "small" | "large" | "theirRead" | "theirWrite"

/** The levels of each preset, as far as a tool's and a role's ceilings allow. `members_decide` is the default. */
const presets: Readonly<Record<PresetId, Readonly<Record<ToolClass, WorkspaceLevel>>>> = {
  read_only: { read: "always", small: "never", large: "never", theirRead: "ask", theirWrite: "never" },
  ask: { read: "always", small: "ask", large: "ask", theirRead: "ask", theirWrite: "ask" },
  members_decide: { read: "always", small: "chooses", large: "chooses", theirRead: "chooses", theirWrite: "ask" },
  small_changes: { read: "always", small: "always", large: "chooses", theirRead: "chooses", theirWrite: "ask" },
}

function classOf({ kind, server, usual, isSmall }: AssistantTool): ToolClass {
  if (server !== null) return usual === "chooses" ? "theirRead" : "theirWrite"
  if (kind === "read") return "read"
  return isSmall ? "small" : "large"
}

function levelIn(preset: PresetId, tool: AssistantTool, role: Role): WorkspaceLevel {
  if (usualOf(tool, role) === "never") return "never"
  const wished = presets[preset][classOf(tool)]
  const { most } = cellOf(tool, role, [])
  return isNarrower(most, wished) ? most : wished
}

/** Every cell of a preset. */
export const cellsOfPreset = (preset: PresetId, tools: readonly AssistantTool[]): ProposedCell[] =>
  tools.flatMap((tool) => roles.map((role) => ({ tool: tool.name, role, level: levelIn(preset, tool, role) })))

/** The preset with the workspace's cells; null for a table that an admin customised. */
export function presetOf(tools: readonly AssistantTool[], rows: readonly PermissionRow[]): PresetId | null {
  const isSo = (preset: PresetId) =>
    tools.every((tool) => roles.every((role) => cellOf(tool, role, rows).level === levelIn(preset, tool, role)))
  return presetIds.find(isSo) ?? null
}

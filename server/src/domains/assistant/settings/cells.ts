import { type Role, roleCovers } from "#access/roles.ts"
import { type WorkspaceLevel, workspaceLevels } from "../effective-level.ts"
import { type JudgedTool, type PermissionRow, usualOf } from "../permissions/index.ts"

/** One field of the table of tools by role. */
export interface Cell {
  /** What the workspace says. */
  readonly level: WorkspaceLevel
  /** What it says until an admin says otherwise. */
  readonly usual: WorkspaceLevel
  /** The highest that it can be set to, and why it is not higher. */
  readonly most: WorkspaceLevel
  readonly why: string
}

/** The field of a tool for a role, given what admins said. */
export function cellOf(tool: JudgedTool, role: Role, rows: readonly PermissionRow[]): Cell {
  const usual = usualOf(tool, role)
  const said = rows.find((row) => row.tool === tool.name && row.role === role)?.level
  return { level: said ?? usual, usual, ...mostOf(tool, role) }
}

/** What no admin lifts: a role that does not have a tool, and a tool that asks each time. */
function mostOf(tool: JudgedTool, role: Role): Pick<Cell, "most" | "why"> {
  if (!roleCovers(role, tool.role)) return { most: "never", why: `Only for ${namesFrom[tool.role]}.` }
  if (tool.floor === "ask") return { most: "ask", why: tool.floorWhy }
  return { most: "always", why: "" }
}

const namesFrom: Record<Role, string> = {
  viewer: "everybody",
  member: "members, admins and owners",
  admin: "admins and owners",
  owner: "owners",
}

const rank = (level: WorkspaceLevel) => workspaceLevels.indexOf(level)

/** Whether a level lets less happen by itself than another one. */
export const isNarrower = (level: WorkspaceLevel, than: WorkspaceLevel): boolean => rank(level) < rank(than)

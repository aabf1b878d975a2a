import { type Role, roleCovers } from "#access/roles.ts"
import { type WorkspaceLevel, workspaceLevels } from "../effective-level.ts"
import { type JudgedTool, type PermissionRow, usualOf } from "../permissions/index.ts"

export interface LevelCell {
  readonly level: WorkspaceLevel
  /** The level while no admin has set one. */
  readonly usual: WorkspaceLevel
  /** The highest level that an admin can set; `why` says what forbids a higher one. */
  readonly most: WorkspaceLevel
  readonly why: string
}

export function cellOf(tool: JudgedTool, role: Role, rows: readonly PermissionRow[]): LevelCell {
  const usual = usualOf(tool, role)
  const said = rows.find((row) => row.tool === tool.name && row.role === role)?.level
  return { level: said ?? usual, usual, ...mostOf(tool, role) }
}

function mostOf(tool: JudgedTool, role: Role): Pick<LevelCell, "most" | "why"> {
  if (!roleCovers(role, tool.role)) return { most: "never", why: `Only ${namesFrom[tool.role]}.` }
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

export const isNarrower = (level: WorkspaceLevel, than: WorkspaceLevel): boolean => rank(level) < rank(than)

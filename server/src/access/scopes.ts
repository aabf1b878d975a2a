/** The scopes of an agent's connection, in the words of the consent page. */
export const scopes = {
  "links:read": "Read short links and click counts",
  "links:write": "Create and update short links",
  "docs:read": "Search docs metadata in the workspace",
  "docs:write": "Create docs",
  "drive:read": "List and search workspace drive files",
  "drive:write": "Create signed upload links for the drive",
  "workspace:read": "Read workspace profile, membership and team-time availability",
} as const

export type Scope = keyof typeof scopes

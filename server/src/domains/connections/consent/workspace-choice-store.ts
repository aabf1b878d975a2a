import type { Reading } from "#access/context.ts"
import type { Role } from "#access/roles.ts"

export interface WorkspaceChoice {
  slug: string
  name: string
  /** What the person, and so the app, may do there at the most. */
  role: Role
}

/** The workspaces that a person belongs to now, by name. */
export function listWorkspaceChoices(cx: Reading, accountId: string): Promise<WorkspaceChoice[]> {
  return cx.db
    .selectFrom("members")
    .innerJoin("workspaces", "workspaces.id", "members.workspace_id")
    .select(["workspaces.slug", "workspaces.name", "members.role"])
    .where("members.account_id", "=", accountId)
    .where("workspaces.deleted_at", "is", null)
    .orderBy("workspaces.name")
    .orderBy("workspaces.slug")
    .execute()
}

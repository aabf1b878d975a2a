import type { Reading } from "#access/context.ts"

/** The workspaces that a person belongs to now, by name, with what the person, and so an app, may do there at the most. */
export function listWorkspaceChoices(cx: Reading, accountId: string) {
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

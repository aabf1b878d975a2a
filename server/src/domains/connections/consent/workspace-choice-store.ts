import type { Reading } from "#access/context.ts"

/** Lists a person's workspaces by name, with their role: an app cannot get more rights than that. */
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

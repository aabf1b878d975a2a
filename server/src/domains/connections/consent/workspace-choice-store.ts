import type { Reading } from "#access/context.ts"
import { isReachable } from "#storage/reachable.ts"

/** Lists a person's workspaces by name, with their role: an app cannot get more rights than that. */
export function listWorkspaceChoices(cx: Reading, accountId: string) {
  return cx.db
    .selectFrom("members")
    .innerJoin("workspaces", "workspaces.id", "members.workspace_id")
    .select(["workspaces.slug", "workspaces.name", "members.role"])
    .where("members.account_id", "=", accountId)
    .where(isReachable)
    .orderBy("workspaces.name")
    .orderBy("workspaces.slug")
    .execute()
}

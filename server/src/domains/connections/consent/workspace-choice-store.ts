import type { Reading } from "#access/context.ts"
import { members } from "#access/membership-store.ts"
import { workspacesInUse } from "#access/workspace-store.ts"

/** Lists a person's workspaces by name, with their role: an app cannot get more rights than that. */
export function listWorkspaceChoices(cx: Reading, accountId: string) {
  return cx.db
    .selectFrom(members(cx.db))
    .innerJoin(workspacesInUse(cx.db), "workspace.id", "member.workspace_id")
    .select(["workspace.slug", "workspace.name", "member.role"])
    .where("member.account_id", "=", accountId)
    .orderBy("workspace.name")
    .orderBy("workspace.slug")
    .execute()
}

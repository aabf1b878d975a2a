import type { Inside, Reading } from "#access/context.ts"
import { people } from "#domains/accounts/index.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { Schema } from "#storage/schema.ts"

export async function insertPermissionChange(cx: Inside, row: Omit<Schema["permission_changes"], "created_at">) {
  await cx.db
    .insertInto("permission_changes")
    .values({ ...row, created_at: cx.now() })
    .execute()
}

export async function listPermissionChanges(cx: Reading, workspaceId: WorkspaceId, limit: number) {
  return cx.db
    .selectFrom("permission_changes as change")
    .leftJoin(people(cx.db), "person.id", "change.account_id")
    .select(["change.id", "change.before", "change.after", "change.created_at", "person.name", "person.email"])
    .where("change.workspace_id", "=", workspaceId)
    .orderBy("change.created_at", "desc")
    .orderBy("change.id", "desc")
    .limit(limit)
    .execute()
}

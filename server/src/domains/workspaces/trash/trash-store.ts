import type { Inside, Member, Person, Reading } from "#access/context.ts"
import type { Role } from "#access/roles.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { changesRow } from "#storage/whether.ts"

export async function moveToTrash(cx: Inside & Member): Promise<boolean> {
  return changesRow(
    cx.db
      .updateTable("workspaces")
      .set({ deleted_at: cx.now() })
      .where("id", "=", cx.workspaceId)
      .where("deleted_at", "is", null),
  )
}

export async function takeFromTrash(cx: Inside, id: WorkspaceId, since: number): Promise<boolean> {
  return changesRow(
    cx.db.updateTable("workspaces").set({ deleted_at: null }).where("id", "=", id).where("deleted_at", ">", since),
  )
}

export interface TrashedWorkspace {
  id: WorkspaceId
  slug: string
  name: string
  role: Role
  deletedAt: number
}

export async function listTrashed(cx: Reading & Person, since: number): Promise<TrashedWorkspace[]> {
  const rows = await cx.db
    .selectFrom("members")
    .innerJoin("workspaces", "workspaces.id", "members.workspace_id")
    .select(["workspaces.id", "workspaces.slug", "workspaces.name", "members.role"])
    .select("workspaces.deleted_at as deletedAt")
    .where("members.account_id", "=", cx.accountId)
    .where("workspaces.deleted_at", ">", since)
    .orderBy("workspaces.deleted_at", "desc")
    .orderBy("workspaces.id")
    .limit(100)
    .execute()
  return rows.map((row) => ({ ...row, deletedAt: row.deletedAt ?? 0 }))
}

export async function findRoleIn(
  cx: Reading,
  accountId: string,
  slug: string,
): Promise<{ id: WorkspaceId; role: Role } | undefined> {
  return cx.db
    .selectFrom("members")
    .innerJoin("workspaces", "workspaces.id", "members.workspace_id")
    .select(["workspaces.id", "members.role"])
    .where("members.account_id", "=", accountId)
    .where("workspaces.slug", "=", slug)
    .executeTakeFirst()
}

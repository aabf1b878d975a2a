import { sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { locksRows } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import { changesRow } from "#storage/whether.ts"

/** What a workspace may store when nobody has said otherwise, in bytes: 50 GiB. */
const defaultQuotaBytes = 50 * 1024 ** 3

/** Takes room; false when there is not enough, and nothing was taken. Decided by one guarded update. */
export async function takeRoom(cx: Inside, workspaceId: WorkspaceId, bytes: number): Promise<boolean> {
  await makeStorageRow(cx, workspaceId)
  return changesRow(
    cx.db
      .updateTable("drive_storage")
      .set((value) => ({ used_bytes: value("used_bytes", "+", bytes) }))
      .where("workspace_id", "=", workspaceId)
      .where(sql<boolean>`used_bytes + ${bytes} <= quota_bytes`),
  )
}

/** Gives room back. */
export async function giveRoomBack(cx: Inside, workspaceId: WorkspaceId, bytes: number): Promise<void> {
  await cx.db
    .updateTable("drive_storage")
    .set((value) => ({ used_bytes: value("used_bytes", "-", bytes) }))
    .where("workspace_id", "=", workspaceId)
    .execute()
}

/** What a workspace stores and may store, in bytes. */
export async function findStorage(
  cx: Reading,
  workspaceId: WorkspaceId,
): Promise<Pick<Schema["drive_storage"], "used_bytes" | "quota_bytes">> {
  const row = await cx.db
    .selectFrom("drive_storage")
    .select(["used_bytes", "quota_bytes"])
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirst()
  return row ?? { used_bytes: 0, quota_bytes: defaultQuotaBytes }
}

/** Holds a workspace's tree of folders until the transaction ends: two moves at once could make a ring. */
export async function holdTree(cx: Inside, workspaceId: WorkspaceId): Promise<void> {
  await makeStorageRow(cx, workspaceId)
  if (!locksRows(cx.db)) return
  await cx.db
    .selectFrom("drive_storage")
    .select("workspace_id")
    .where("workspace_id", "=", workspaceId)
    .forUpdate()
    .execute()
}

async function makeStorageRow(cx: Inside, workspaceId: WorkspaceId): Promise<void> {
  await cx.db
    .insertInto("drive_storage")
    .values({ workspace_id: workspaceId, used_bytes: 0, quota_bytes: defaultQuotaBytes })
    .onConflict((conflict) => conflict.column("workspace_id").doNothing())
    .execute()
}

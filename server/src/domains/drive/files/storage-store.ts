import { sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { isPostgres } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import { changesRow } from "#storage/whether.ts"

/** The default storage limit of a workspace, in bytes: 50 GiB. */
const defaultQuotaBytes = 50 * 1024 ** 3

/** Reserves room in one guarded update. False when there is not enough; then nothing is reserved. */
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

/** Releases reserved room. */
export async function giveRoomBack(cx: Inside, workspaceId: WorkspaceId, bytes: number): Promise<void> {
  await cx.db
    .updateTable("drive_storage")
    .set((value) => ({ used_bytes: value("used_bytes", "-", bytes) }))
    .where("workspace_id", "=", workspaceId)
    .execute()
}

/** The storage used and its limit, in bytes. */
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

/** Locks a workspace's folders until the transaction ends: two moves at once could make a cycle. */
export async function holdTree(cx: Inside, workspaceId: WorkspaceId): Promise<void> {
  await makeStorageRow(cx, workspaceId)
  if (!isPostgres(cx.db)) return
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

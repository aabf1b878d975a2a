import { type Selectable, sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { isPostgres, prepared } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import { changesRow } from "#storage/whether.ts"

/** The default storage limit of a workspace, in bytes: 50 GB. */
const defaultQuotaBytes = 50e9

export type Storage = Omit<Selectable<Schema["drive_storage"]>, "workspace_id">

/** Reserves room for files in one guarded update. False when there is not enough; then nothing is reserved. */
export async function takeRoom(cx: Inside, workspaceId: WorkspaceId, bytes: number): Promise<boolean> {
  await makeStorageRow(cx, workspaceId)
  return changesRow(
    cx.db
      .updateTable("drive_storage")
      .set((value) => ({ used_bytes: value("used_bytes", "+", bytes) }))
      .where("workspace_id", "=", workspaceId)
      .where(sql<boolean>`used_bytes + counted_bytes + ${bytes} <= quota_bytes`),
  )
}

export async function giveRoomBack(cx: Inside, workspaceId: WorkspaceId, bytes: number): Promise<void> {
  await cx.db
    .updateTable("drive_storage")
    .set((value) => ({ used_bytes: value("used_bytes", "-", bytes) }))
    .where("workspace_id", "=", workspaceId)
    .execute()
}

const storageOf = prepared<{ workspaceId: WorkspaceId }, Storage>((db, arg) =>
  db
    .selectFrom("drive_storage")
    .select(["used_bytes", "counted_bytes", "counted_at", "quota_bytes"])
    .where("workspace_id", "=", arg("workspaceId")),
)

/** In bytes. */
export async function findStorage(cx: Reading, workspaceId: WorkspaceId): Promise<Storage> {
  const [row] = await storageOf(cx.db, { workspaceId })
  return row ?? { used_bytes: 0, counted_bytes: 0, counted_at: 0, quota_bytes: defaultQuotaBytes }
}

/** Stores a new count, unless another transaction has locked the row: its count is as good. */
export async function keepCount(cx: Inside, workspaceId: WorkspaceId, bytes: number): Promise<void> {
  // An insert that conflicts would wait for the transaction that has locked the row.
  const isThere = (await storageOf(cx.db, { workspaceId })).length > 0
  if (!isThere) await makeStorageRow(cx, workspaceId)
  const free = cx.db
    .selectFrom("drive_storage")
    .select("workspace_id")
    .where("workspace_id", "=", workspaceId)
    .$if(isPostgres(cx.db), (query) => query.forUpdate().skipLocked())
  await cx.db
    .updateTable("drive_storage")
    .set({ counted_bytes: bytes, counted_at: cx.now() })
    .where("workspace_id", "in", free)
    .execute()
}

/** Lists workspaces that were counted before a time, the longest ago first. */
export async function listCountedBefore(cx: Reading, before: number, limit: number): Promise<WorkspaceId[]> {
  const rows = await cx.db
    .selectFrom("drive_storage")
    .select("workspace_id")
    .where("counted_at", "<", before)
    .orderBy("counted_at")
    .limit(limit)
    .execute()
  return rows.map(({ workspace_id }) => workspace_id)
}

/** Locks a workspace's folders until the transaction ends, since two parallel moves could make a cycle. */
export async function lockTree(cx: Inside, workspaceId: WorkspaceId): Promise<void> {
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

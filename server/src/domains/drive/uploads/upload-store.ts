import { type Selectable, sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { isRow, type RowKey } from "#storage/own-row.ts"
import type { Schema } from "#storage/schema.ts"
import { changesRow } from "#storage/whether.ts"

export type UploadRow = Selectable<Schema["uploads"]>
export type UploadPartRow = Selectable<Schema["upload_parts"]>

export async function insertUpload(cx: Inside, row: Omit<UploadRow, "state" | "offset_bytes">): Promise<UploadRow> {
  return cx.db
    .insertInto("uploads")
    .values({ ...row, state: "open", offset_bytes: 0 })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findUpload(cx: Reading, id: string): Promise<UploadRow | undefined> {
  return cx.db.selectFrom("uploads").selectAll().where("id", "=", id).executeTakeFirst()
}

/** Ends an open upload. Returns its old row, or undefined when it is not open any more. */
export async function closeUpload(
  cx: Inside,
  upload: RowKey,
  state: "finished" | "dropped",
): Promise<Pick<UploadRow, "reserved_bytes" | "upload_link_id" | "workspace_id"> | undefined> {
  return cx.db
    .updateTable("uploads")
    .set({ state })
    .where(isRow(upload))
    .where("state", "=", "open")
    .returning(["reserved_bytes", "upload_link_id", "workspace_id"])
    .executeTakeFirst()
}

/** Records more reserved room for an open upload. False when it is not open any more. */
export async function widenUpload(cx: Inside, upload: RowKey, bytes: number): Promise<boolean> {
  return changesRow(
    cx.db
      .updateTable("uploads")
      .set((value) => ({ reserved_bytes: value("reserved_bytes", "+", bytes) }))
      .where(isRow(upload))
      .where("state", "=", "open"),
  )
}

/** Adds a durable part at the upload's end. False when the end is elsewhere, or the upload is not open any more. */
export async function appendPart(cx: Inside, part: UploadPartRow, expiresAt: number): Promise<boolean> {
  const row = await cx.db
    .updateTable("uploads")
    .set((value) => ({ offset_bytes: value("offset_bytes", "+", part.size_bytes), expires_at: expiresAt }))
    .where(isRow({ id: part.upload_id, workspace_id: part.workspace_id }))
    .where("offset_bytes", "=", part.start_bytes)
    .where("state", "=", "open")
    .returning("id")
    .executeTakeFirst()
  if (!row) return false
  await cx.db.insertInto("upload_parts").values(part).execute()
  return true
}

export function listParts(cx: Reading, upload: RowKey): Promise<UploadPartRow[]> {
  return cx.db.selectFrom("upload_parts").selectAll().where(isPartOf(upload)).orderBy("start_bytes").execute()
}

/** Deletes the rows of an upload's parts, after their bytes. */
export async function removeParts(cx: Inside, upload: RowKey): Promise<void> {
  await cx.db.deleteFrom("upload_parts").where(isPartOf(upload)).execute()
}

const isPartOf = ({ id, workspace_id }: RowKey) => sql<boolean>`(upload_id = ${id} and workspace_id = ${workspace_id})`

/** Deletes the rows of an ended upload and its parts, after their bytes. */
export async function removeUpload(cx: Inside, upload: RowKey): Promise<void> {
  await cx.db.deleteFrom("uploads").where(isRow(upload)).where("state", "<>", "open").execute()
}

/** Lists abandoned uploads, and ended ones with remains. */
export function listStaleUploads(cx: Reading, limit: number): Promise<UploadRow[]> {
  return cx.db
    .selectFrom("uploads")
    .selectAll()
    .where("expires_at", "<=", cx.now())
    .orderBy("expires_at")
    .limit(limit)
    .execute()
}

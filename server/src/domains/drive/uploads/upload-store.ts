import type { Selectable } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
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
  id: string,
  state: "finished" | "dropped",
): Promise<Pick<UploadRow, "reserved_bytes" | "upload_link_id" | "workspace_id"> | undefined> {
  return cx.db
    .updateTable("uploads")
    .set({ state })
    .where("id", "=", id)
    .where("state", "=", "open")
    .returning(["reserved_bytes", "upload_link_id", "workspace_id"])
    .executeTakeFirst()
}

/** Records more reserved room for an open upload. False when it is not open any more. */
export async function widenUpload(cx: Inside, id: string, bytes: number): Promise<boolean> {
  return changesRow(
    cx.db
      .updateTable("uploads")
      .set((value) => ({ reserved_bytes: value("reserved_bytes", "+", bytes) }))
      .where("id", "=", id)
      .where("state", "=", "open"),
  )
}

/** Adds a durable part at the upload's end. False when the end is elsewhere, or the upload is not open any more. */
export async function appendPart(cx: Inside, part: UploadPartRow, expiresAt: number): Promise<boolean> {
  const row = await cx.db
    .updateTable("uploads")
    .set((value) => ({ offset_bytes: value("offset_bytes", "+", part.size_bytes), expires_at: expiresAt }))
    .where("id", "=", part.upload_id)
    .where("offset_bytes", "=", part.start_bytes)
    .where("state", "=", "open")
    .returning("id")
    .executeTakeFirst()
  if (!row) return false
  await cx.db.insertInto("upload_parts").values(part).execute()
  return true
}

export function listParts(cx: Reading, uploadId: string): Promise<UploadPartRow[]> {
  return cx.db.selectFrom("upload_parts").selectAll().where("upload_id", "=", uploadId).orderBy("start_bytes").execute()
}

/** Deletes the rows of an upload's parts, after their bytes. */
export async function removeParts(cx: Inside, uploadId: string): Promise<void> {
  await cx.db.deleteFrom("upload_parts").where("upload_id", "=", uploadId).execute()
}

/** Deletes the rows of an ended upload and its parts, after their bytes. */
export async function removeUpload(cx: Inside, id: string): Promise<void> {
  await cx.db.deleteFrom("uploads").where("id", "=", id).where("state", "<>", "open").execute()
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

import { type Selectable, sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import type { SortedPart } from "#kernel/cursor.ts"
import { toSearchText } from "#kernel/text/search-text.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { inOrder, latestChangeFirst } from "#storage/in-order.ts"
import { isRow, ownRow, ownRowsIn, type RowKey } from "#storage/own-row.ts"
import { prepared } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import { hasSearch } from "#storage/search-index.ts"
import { changesRow, findsRow } from "#storage/whether.ts"
import { withNumber } from "./file-name.ts"
import { subtree } from "./folder-store.ts"

export type FileRow = Selectable<Schema["files"]>

export type NewFileRow = Pick<
  FileRow,
  | "id"
  | "workspace_id"
  | "folder_id"
  | "name"
  | "content_type"
  | "size_bytes"
  | "sha256"
  | "blob_key"
  | "uploaded_by"
  | "upload_link_id"
>

export const pictureKeyOf = (blobKey: string) => `${blobKey}.webp`

/** Inserts a file whose bytes are stored. If the name is taken, it gets a number; nothing is overwritten. */
export async function insertFile(cx: Inside, file: NewFileRow): Promise<FileRow> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? file.name : withNumber(file.name, number < 100 ? number : cx.now() + number)
    const now = cx.now()
    const picture = { picture_bytes: null, picture_sha256: null }
    const times = { announced_at: null, held_at: null, created_at: now, updated_at: now, deleted_at: null }
    const row = await cx.db
      .insertInto("files")
      .values({ ...file, ...picture, ...times, name, search_name: toSearchText(name) })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (row) return row
  }
}

const byId = prepared<{ workspaceId: WorkspaceId; id: string }, FileRow>((db, arg) =>
  db.selectFrom("files").selectAll().where("id", "=", arg("id")).where("workspace_id", "=", arg("workspaceId")),
)

/** Finds a file of this workspace, also in the trash, since sold files must be delivered. */
export async function findFile(cx: Reading, workspaceId: WorkspaceId, id: string): Promise<FileRow | undefined> {
  return (await byId(cx.db, { workspaceId, id }))[0]
}

/** Lists the files with these ids in this workspace or its trash, in any order. */
export async function listFilesById(cx: Reading, workspaceId: WorkspaceId, ids: readonly string[]): Promise<FileRow[]> {
  if (ids.length === 0) return []
  return cx.db.selectFrom("files").selectAll().where(ownRowsIn({ workspaceId }, ids)).execute()
}

/** Records that an offer needs a file. False when there is no such file outside the trash. */
export function holdFile(cx: Inside, workspaceId: WorkspaceId, id: string): Promise<boolean> {
  return markFile(cx, workspaceId, { id, set: { held_at: cx.now() } })
}

type SoughtFiles = { query: string; folderId: string | null; minBytes?: number | undefined }

/** Finds files by words of their name, in a folder's tree or everywhere, one more than `limit`. */
export function searchFileRows(
  cx: Reading,
  workspaceId: WorkspaceId,
  { query, folderId, minBytes, order = latestChangeFirst, ...part }: SoughtFiles & SortedPart,
): Promise<FileRow[]> {
  const below = sql<boolean>`folder_id in (${subtree({ workspaceId }, String(folderId), null)})`
  return cx.db
    .selectFrom("files")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("deleted_at", "is", null)
    .where(hasSearch(sql`search_name`, query))
    .$if(minBytes !== undefined, (rows) => rows.where("size_bytes", ">=", minBytes ?? 0))
    .$if(folderId !== null, (rows) => rows.where(below))
    .$call(inOrder(order, part))
    .execute()
}

/** Moves a file to the trash. False when there is no such file outside it. */
export function trashFileRow(cx: Inside, workspaceId: WorkspaceId, id: string): Promise<boolean> {
  return markFile(cx, workspaceId, { id, set: { deleted_at: cx.now() } })
}

type Mark = { id: string; set: { held_at: number } | { deleted_at: number } }

async function markFile(cx: Inside, workspaceId: WorkspaceId, { id, set }: Mark): Promise<boolean> {
  return changesRow(
    cx.db.updateTable("files").set(set).where(ownRow({ workspaceId }, id)).where("deleted_at", "is", null),
  )
}

/** Moves a file, perhaps from the trash, into a folder under a name that the caller has found free. */
export async function placeFileRow(
  cx: Inside & { readonly workspaceId: WorkspaceId },
  id: string,
  { name, folderId }: { name: string; folderId: string | null },
): Promise<void> {
  await cx.db
    .updateTable("files")
    .set({ deleted_at: null, folder_id: folderId, name, search_name: toSearchText(name), updated_at: cx.now() })
    .where(ownRow(cx, id))
    .execute()
}

export async function isNameTaken(
  cx: Reading,
  workspaceId: WorkspaceId,
  { name, folderId }: { name: string; folderId: string | null },
): Promise<boolean> {
  return findsRow(
    cx.db
      .selectFrom("files")
      .select("id")
      .where("workspace_id", "=", workspaceId)
      .where("folder_id", folderId === null ? "is" : "=", folderId)
      .where("name", "=", name)
      .where("deleted_at", "is", null),
  )
}

/** Finds the file of a blob, also in the trash. */
export async function findFileOfBlob(cx: Reading, blobKey: string): Promise<FileRow | undefined> {
  return cx.db.selectFrom("files").selectAll().where("blob_key", "=", blobKey).executeTakeFirst()
}

/** Records a stored picture of a file. False when the file has one, or is in the trash. */
export async function setPicture(cx: Inside, file: RowKey, { bytes, sha256 }: NewPicture): Promise<boolean> {
  return changesRow(
    cx.db
      .updateTable("files")
      .set({ picture_bytes: bytes, picture_sha256: sha256 })
      .where(isRow(file))
      .where("picture_sha256", "is", null)
      .where("deleted_at", "is", null),
  )
}

interface NewPicture {
  readonly bytes: number
  readonly sha256: string
}

/** Lists files trashed until `trashedUntil`, except those known to be needed after `heldUntil`. */
export function listTrashedFiles(
  cx: Reading,
  { trashedUntil, heldUntil, limit }: { trashedUntil: number; heldUntil: number; limit: number },
): Promise<FileRow[]> {
  return cx.db
    .selectFrom("files")
    .selectAll()
    .where("deleted_at", "<=", trashedUntil)
    .where((value) => value.or([value("held_at", "is", null), value("held_at", "<=", heldUntil)]))
    .orderBy("deleted_at")
    .limit(limit)
    .execute()
}

export async function keepTrashedFile(cx: Inside, file: RowKey): Promise<void> {
  await cx.db.updateTable("files").set({ held_at: cx.now() }).where(isRow(file)).execute()
}

/** Deletes a file for good if it was trashed until `trashedUntil` and is still in the trash. */
export async function removeTrashedFile(cx: Inside, file: RowKey, trashedUntil: number): Promise<FileRow | undefined> {
  return cx.db
    .deleteFrom("files")
    .where(isRow(file))
    .where("deleted_at", "<=", trashedUntil)
    .returningAll()
    .executeTakeFirst()
}

/** Lists files that arrived through a link and that its maker has had no mail about, oldest first. */
export function listUnannouncedFiles(cx: Reading, link: RowKey): Promise<FileRow[]> {
  return cx.db
    .selectFrom("files")
    .selectAll()
    .where("workspace_id", "=", link.workspace_id)
    .where("upload_link_id", "=", link.id)
    .where("announced_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .limit(100)
    .execute()
}

export async function markAnnounced(cx: Inside, workspaceId: WorkspaceId, ids: readonly string[]): Promise<void> {
  await cx.db.updateTable("files").set({ announced_at: cx.now() }).where(ownRowsIn({ workspaceId }, ids)).execute()
}

import type { Context, Inside, Outside } from "#access/context.ts"
import { lockMembership } from "#access/membership-store.ts"
import { roleCovers } from "#access/roles.ts"
import type { BlobMeasures } from "#adapters/blobs/port.ts"
import { noteChange } from "#changes/note-change.ts"
import type { ServiceError } from "#kernel/error.ts"
import { newId, randomText } from "#kernel/ids.ts"
import { dayMs } from "#kernel/time/units.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import {
  areBlobsHeld,
  driveFull,
  type FileRow,
  findFileOfBlob,
  insertFile,
  readGivenType,
  toContentType,
  toFileName,
  uploadEnded,
} from "../files/index.ts"
import { type Full, findFull, giveRoomBack, storageFull, takeRoom } from "../storage/index.ts"
import {
  announceArrival,
  giveSlotBack,
  lockDestination,
  lockLink,
  openSentFolder,
  takeFromLink,
} from "../upload-links/index.ts"
import { removeSentFolders } from "./sent-folder-store.ts"
import {
  closeUpload,
  findUpload,
  insertUpload,
  listParts,
  removeParts,
  removeUpload,
  type UploadRow,
} from "./upload-store.ts"

/** How long an upload may be idle before it is ended. */
export const restMs = dayMs

/** The folder for a file, and its sender: a member's account, or an upload link. */
export interface Destination {
  workspaceId: WorkspaceId
  folderId: string | null
  accountId: string | null
  uploadLinkId: string | null
}

export interface Announced {
  name: string
  /** The type that the sender gave; empty if none. */
  contentType: string
  /** Undefined when it is unknown before the end. */
  lengthBytes: number | undefined
  /** The folders that a sender's file was in, from the top down. */
  folders?: readonly string[]
}

/** Starts an upload in the caller's transaction: reserves room, and counts the file against the link's limit. */
export async function openUpload(
  cx: Inside,
  to: Destination,
  { admission, folders = [], ...file }: Announced & Pick<Outside, "admission">,
): Promise<UploadRow> {
  const { workspaceId, folderId, accountId, uploadLinkId } = to
  if (uploadLinkId !== null) {
    const link = { id: uploadLinkId, workspace_id: workspaceId }
    await takeFromLink(cx, link)
    await lockLink(cx, link)
    noteChange(cx, { workspaceId, kind: "upload-links" })
  }
  const reserved = file.lengthBytes ?? 0
  const full = await reserve(cx, { admission, workspaceId, bytes: reserved })
  if (full) throw noRoom(full, { accountId, admission })
  const row = {
    id: newId("upload"),
    workspace_id: workspaceId,
    upload_link_id: uploadLinkId,
    account_id: accountId,
    folder_id:
      uploadLinkId === null ? folderId : await openSentFolder(cx, { workspaceId, folderId, uploadLinkId }, folders),
    name: toFileName(file.name),
    content_type: readGivenType(file.contentType),
    blob_key: newBlobKey("files"),
    length_bytes: file.lengthBytes ?? null,
    reserved_bytes: reserved,
    created_at: cx.now(),
    expires_at: cx.now() + restMs,
  }
  await lockDestination(cx, row)
  return insertUpload(cx, row)
}

/** Reserves room for an upload. Returns the limit that is reached; then nothing is reserved. */
export async function reserve(cx: Inside, asked: Parameters<typeof findFull>[1]): Promise<Full | undefined> {
  const full = await findFull(cx, asked)
  if (full) return full
  return (await takeRoom(cx, asked.workspaceId, asked.bytes)) ? undefined : "workspace"
}

/** The refusal of an upload. A sender who is not a member learns no limits of the workspace. */
export const noRoom = (
  full: Full,
  { accountId, admission }: Pick<Destination, "accountId"> & Pick<Outside, "admission">,
): ServiceError => (accountId === null ? driveFull() : storageFull(full, admission.contact))

/**
 * Ensures, until the transaction ends, that an upload's sender may still send: the link still receives, or the member
 * still is one.
 *
 * @throws ServiceError 410.
 */
export async function lockSender(
  cx: Inside,
  upload: Pick<UploadRow, "account_id" | "upload_link_id" | "workspace_id">,
): Promise<void> {
  if (upload.upload_link_id !== null) {
    return lockLink(cx, { id: upload.upload_link_id, workspace_id: upload.workspace_id })
  }
  if (upload.account_id === null) return
  const membership = await lockMembership(cx, upload.account_id, upload.workspace_id)
  if (!membership || !roleCovers(membership.role, "member")) throw uploadEnded()
}

/**
 * Turns an upload with stored bytes into a file, in the caller's transaction. Checks again that its sender may send.
 *
 * @throws ServiceError 410 when the upload, or its link, has ended.
 */
export async function commitUpload(
  cx: Inside,
  upload: UploadRow,
  { sizeBytes, sha256, head }: BlobMeasures & { head: Uint8Array },
): Promise<FileRow> {
  const { workspace_id, folder_id, name, content_type: given, blob_key, account_id, upload_link_id } = upload
  await lockSender(cx, upload)
  const closed = await closeUpload(cx, upload, "finished")
  if (!closed) throw uploadEnded()
  await giveRoomBack(cx, workspace_id, closed.reserved_bytes - sizeBytes)
  await lockDestination(cx, upload)
  const file = await insertFile(cx, {
    id: newId("file"),
    workspace_id,
    folder_id,
    name,
    content_type: toContentType({ name, given, head }),
    size_bytes: sizeBytes,
    sha256,
    blob_key,
    uploaded_by: account_id,
    upload_link_id,
  })
  noteChange(cx, { workspaceId: workspace_id, kind: "drive" })
  if (upload_link_id !== null) await announceArrival(cx, upload_link_id, file)
  return file
}

/**
 * Cancels an upload: releases its room and removes its bytes, or leaves those to the sweeper with `keepsBytes`. Never
 * changes a finished file.
 */
export async function dropUpload(cx: Context, upload: UploadRow, { keepsBytes = false } = {}): Promise<void> {
  await cx.atomically(async (cx) => {
    const closed = await closeUpload(cx, upload, "dropped")
    if (!closed) return
    await giveRoomBack(cx, closed.workspace_id, closed.reserved_bytes)
    if (closed.upload_link_id === null) return
    await giveSlotBack(cx, { id: closed.upload_link_id, workspace_id: closed.workspace_id })
    await removeSentFolders(cx, upload)
    noteChange(cx, { workspaceId: closed.workspace_id, kind: "upload-links" })
  })
  if (!keepsBytes) await clearUpload(cx, upload)
}

/**
 * Removes an ended upload's bytes and then its row. With `keepsRow` the row stays until it expires; during a backup,
 * everything does.
 */
export async function clearUpload(cx: Context, upload: UploadRow, { keepsRow = false } = {}): Promise<void> {
  const now = await findUpload(cx, upload.id)
  if (now?.state === "open" || (await areBlobsHeld(cx))) return
  for (const part of await listParts(cx, upload)) await cx.blobs.remove(part.blob_key)
  if (!(await findFileOfBlob(cx, upload.blob_key))) await cx.blobs.remove(upload.blob_key)
  await cx.atomically((cx) => (keepsRow ? removeParts(cx, upload) : removeUpload(cx, upload)))
}

export function newBlobKey(folder: "files" | "parts"): string {
  return `${folder}/${randomText("abcdefghijklmnopqrstuvwxyz0123456789", 26)}`
}

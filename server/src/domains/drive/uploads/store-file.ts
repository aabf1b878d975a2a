import type { Readable } from "node:stream"
import type { Context } from "#access/context.ts"
import { isUpstreamError } from "#kernel/error.ts"
import { type FileRow, fileTooLarge, keepHead, maxFileBytes, uploadEnded } from "../files/index.ts"
import { lockLink } from "../upload-links/index.ts"
import { type Announced, commitUpload, type Destination, dropUpload, noRoom, openUpload, reserve } from "./upload.ts"
import { type UploadRow, widenUpload } from "./upload-store.ts"

/** How much room is reserved at a time for a file of unknown length, in bytes. */
const stepBytes = 8 * 1024 ** 2

export interface NewFile extends Omit<Announced, "lengthBytes"> {
  /** The length that the sender gives. Without it, room is reserved as the bytes arrive. */
  lengthBytes?: number | undefined
  bytes: Readable
  /** By default 2 GiB. */
  maxBytes?: number
}

/**
 * Stores a file in a workspace's drive: reserves room, stores the bytes, inserts the row. A failure leaves nothing
 * behind. The caller checks the rights, except that a link is checked here.
 *
 * @throws ServiceError 413 when there are more than `maxBytes`, `conflict` when the drive is full.
 */
export async function storeFile(
  cx: Context,
  to: Destination,
  { bytes, maxBytes = maxFileBytes, lengthBytes, ...announced }: NewFile,
): Promise<FileRow> {
  if (lengthBytes !== undefined && lengthBytes > maxBytes) throw fileTooLarge(maxBytes)
  const file = { ...announced, lengthBytes, admission: cx.admission }
  const upload = await cx.atomically((cx) => openUpload(cx, to, file))
  try {
    const { source, head } = keepHead(takingRoom(cx, upload, bytes))
    const measured = await cx.blobs.write(upload.blob_key, source, maxBytes)
    return await cx.atomically((cx) => commitUpload(cx, upload, { ...measured, head: head() }))
  } catch (error) {
    // A store that has just failed is not asked to remove the bytes. The sweeper does it, so the sender need not wait.
    const keepsBytes = isUpstreamError(error)
    await dropUpload(cx, upload, { keepsBytes }).catch((fault: Error) => {
      cx.log.warn({ blobKey: upload.blob_key, error: fault.message }, "A failed upload is left to the sweeper.")
    })
    throw error
  }
}

/** Yields each chunk once room is reserved for it. */
async function* takingRoom(cx: Context, upload: UploadRow, chunks: Readable): AsyncGenerator<Buffer> {
  let received = 0
  let reserved = upload.reserved_bytes
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk)
    received += bytes.length
    if (received > reserved) reserved += await takeMoreRoom(cx, upload, received - reserved)
    yield bytes
  }
}

/** Reserves a step of room, or only the bytes needed now if there is less. */
async function takeMoreRoom(cx: Context, upload: UploadRow, neededBytes: number): Promise<number> {
  const { admission } = cx
  const { workspace_id: workspaceId, account_id: accountId } = upload
  const take = (bytes: number) =>
    cx.atomically(async (cx) => {
      if (upload.upload_link_id !== null) await lockLink(cx, { id: upload.upload_link_id, workspace_id: workspaceId })
      const full = await reserve(cx, { admission, workspaceId, bytes })
      if (!full && !(await widenUpload(cx, upload, bytes))) throw uploadEnded()
      return full
    })
  const step = Math.max(neededBytes, stepBytes)
  if (!(await take(step))) return step
  const full = await take(neededBytes)
  if (full) throw noRoom(full, { accountId, admission })
  return neededBytes
}

import { Readable } from "node:stream"
import type { Context, Inside } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import { conflict, isUpstreamError, ServiceError } from "#kernel/error.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { fileTooLarge } from "../files/index.ts"
import { finishUpload } from "./finish-upload.ts"
import { lockSender, newBlobKey, restMs } from "./upload.ts"
import { appendPart, type UploadPartRow, type UploadRow } from "./upload-store.ts"

/** The most bytes that are lost when the process is killed. */
const partBytes = 8 * 1024 ** 2

/**
 * Receives more bytes of a resumable upload, and makes the file after the last ones. The bytes that the answer counts
 * are durable, also those before a broken connection. The caller has checked whose upload it is.
 *
 * @throws ServiceError `conflict` when the upload does not continue at `offsetBytes`.
 */
export async function takeBytes(
  cx: Context,
  upload: UploadRow,
  { offsetBytes, bytes }: { offsetBytes: number; bytes: Readable },
): Promise<{ offsetBytes: number; expiresAt: number }> {
  await cx.atomically((cx) => lockSender(cx, upload))
  if (upload.offset_bytes !== offsetBytes) throw otherOffset()
  const isOpen = upload.state === "open"
  const offset = isOpen ? await takeParts(cx, upload, bytes).finally(() => bytes.destroy()) : offsetBytes
  if (offset === upload.length_bytes) await finishUpload(cx, { uploadId: upload.id })
  return { offsetBytes: offset, expiresAt: cx.now() + restMs }
}

/** Stores the stream part by part. Returns the upload's new offset in bytes. */
async function takeParts(cx: Context, upload: UploadRow, bytes: Readable): Promise<number> {
  const length = Number(upload.length_bytes)
  const chunks = bytes.iterator()
  let offset = upload.offset_bytes
  for (;;) {
    const part = await readPart(chunks)
    if (part === "end") return offset
    const blobKey = newBlobKey("parts")
    const source = Readable.from(part.chunks(), { objectMode: false })
    const { sizeBytes } = await cx.blobs.write(blobKey, source, length - offset).catch(async (error) => {
      if (isUpstreamError(error)) await removeLater(cx, blobKey)
      throw error instanceof ServiceError && error.status === 413 ? fileTooLarge(length) : error
    })
    const place = { upload_id: upload.id, workspace_id: upload.workspace_id }
    const row = { ...place, start_bytes: offset, size_bytes: sizeBytes, blob_key: blobKey }
    offset += await keepPart(cx, upload, row)
    if (part.failure()) throw part.failure()
  }
}

/**
 * Reads the next part of a stream, or `end`. If the stream breaks, the part ends there so that its bytes are kept;
 * `failure` then holds the error.
 */
async function readPart(chunks: AsyncIterator<Buffer>) {
  const first = await chunks.next()
  if (first.done) return "end" as const
  let failure: unknown
  async function* rest(next: Buffer): AsyncGenerator<Buffer> {
    for (let size = 0; ; ) {
      yield next
      size += next.length
      if (size >= partBytes) return
      try {
        const more = await chunks.next()
        if (more.done) return
        next = more.value
      } catch (error) {
        failure = error
        return
      }
    }
  }
  return { chunks: () => rest(first.value), failure: () => failure }
}

/** Records a durable part. If another request has stored a part at the same place, that one wins. */
async function keepPart(cx: Context, upload: UploadRow, part: UploadPartRow): Promise<number> {
  try {
    await cx.atomically(async (cx: Inside) => {
      await lockSender(cx, upload)
      if (!(await appendPart(cx, part, cx.now() + restMs))) throw otherOffset()
      if (part.start_bytes + part.size_bytes < Number(upload.length_bytes)) return
      const later = { runAt: cx.now() + 2 * minuteMs, dedupeKey: `finish-upload:${upload.id}` }
      await enqueue(cx, "finish-upload", { payload: { uploadId: upload.id }, ...later })
    })
    return part.size_bytes
  } catch (error) {
    if (error instanceof ServiceError) await cx.blobs.remove(part.blob_key).catch(() => removeLater(cx, part.blob_key))
    throw error
  }
}

/** Enqueues the removal of bytes that no row refers to. The store may or may not have them. */
function removeLater(cx: Context, blobKey: string): Promise<void> {
  return cx.atomically((cx) => enqueue(cx, "remove-blob", { payload: { blobKey }, runAt: cx.now() + 60_000 }))
}

const otherOffset = () =>
  conflict(
    "The upload cannot continue from this position.",
    "Get the current position with a HEAD request and resume from there.",
  )

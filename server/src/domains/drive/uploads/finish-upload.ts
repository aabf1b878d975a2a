import type { Context } from "#access/context.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { ServiceError } from "#kernel/error.ts"
import { keepHead } from "../files/index.ts"
import { clearUpload, commitUpload, dropUpload } from "./upload.ts"
import { findUpload, listParts } from "./upload-store.ts"

/**
 * Makes the file of a complete resumable upload. It may run any number of times, also in parallel: each run writes the
 * same bytes under the same key, and one commit wins.
 *
 * @throws ServiceError 410 when the link or the upload has ended; then nothing is kept.
 */
export async function finishUpload(cx: Context, { uploadId }: JobPayloads["finish-upload"]): Promise<void> {
  const upload = await findUpload(cx, uploadId)
  if (upload?.state !== "open" || upload.offset_bytes !== upload.length_bytes) return
  const parts = await listParts(cx, upload)
  const keys = parts.map((part) => part.blob_key)
  const { source, head } = keepHead(joined(cx, keys))
  const measured = await cx.blobs.write(upload.blob_key, source, upload.length_bytes)
  try {
    await cx.atomically((cx) => commitUpload(cx, upload, { ...measured, head: head() }))
  } catch (error) {
    if ((await findUpload(cx, uploadId))?.state === "finished") return
    if (error instanceof ServiceError) await dropUpload(cx, upload)
    throw error
  }
  await clearUpload(cx, upload, { keepsRow: true })
}

async function* joined({ blobs }: Pick<Context, "blobs">, keys: readonly string[]): AsyncGenerator<Buffer> {
  for (const key of keys) yield* await blobs.read(key)
}

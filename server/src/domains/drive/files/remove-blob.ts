import type { Context } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { areBlobsHeld } from "./blob-hold-store.ts"
import { pictureKeyOf } from "./file-store.ts"

/** How long to wait before checking again whether a backup has ended. */
const heldMs = 5 * minuteMs

/**
 * Removes the bytes of a deleted file and its picture, once no backup needs them. They are kept for
 * `SVC_BLOBS_KEPT_DAYS`, so that a database that is restored to an earlier moment finds its files.
 */
export async function removeBlob(cx: Context, payload: JobPayloads["remove-blob"]): Promise<void> {
  const { blobKey, isKeptNoLonger = false } = payload
  if (cx.blobsKeptMs > 0 && !isKeptNoLonger) {
    const later = { payload: { blobKey, isKeptNoLonger: true as const }, runAt: cx.now() + cx.blobsKeptMs }
    return cx.atomically((cx) => enqueue(cx, "remove-blob", later))
  }
  if (await areBlobsHeld(cx)) {
    return cx.atomically((cx) => enqueue(cx, "remove-blob", { payload, runAt: cx.now() + heldMs }))
  }
  await cx.blobs.remove(blobKey)
  if (blobKey.startsWith("files/")) await cx.blobs.remove(pictureKeyOf(blobKey))
}

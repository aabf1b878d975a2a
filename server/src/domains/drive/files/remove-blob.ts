import type { Context } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { areBlobsHeld } from "./blob-hold-store.ts"

/** How long to wait before checking again whether a backup has ended. */
const heldMs = 5 * 60_000

/** Removes the bytes of a deleted file, once no backup needs them. */
export async function removeBlob(cx: Context, { blobKey }: JobPayloads["remove-blob"]): Promise<void> {
  if (await areBlobsHeld(cx)) {
    return cx.atomically((cx) => enqueue(cx, "remove-blob", { payload: { blobKey }, runAt: cx.now() + heldMs }))
  }
  await cx.blobs.remove(blobKey)
}

import type { Context } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { removeUnusedCover } from "./cover-store.ts"

/** Removes a cover and its bytes, unless an offer uses it. */
export function dropCover(cx: Context, { coverId }: JobPayloads["drop-cover"]): Promise<void> {
  return cx.atomically(async (cx) => {
    const blobKey = await removeUnusedCover(cx, coverId)
    if (blobKey !== undefined) await enqueue(cx, "remove-blob", { payload: { blobKey } })
  })
}

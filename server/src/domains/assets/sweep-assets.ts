import type { Context, Inside } from "#access/context.ts"
import { inBatches } from "#access/in-batches.ts"
import { enqueue } from "#jobs/job-store.ts"
import { removeEnded } from "./asset-store.ts"

export function sweepAssets(cx: Context): Promise<void> {
  return inBatches(cx, removeBatch, 100)
}

async function removeBatch(cx: Inside, limit: number): Promise<number> {
  const blobKeys = await removeEnded(cx, limit)
  for (const blobKey of blobKeys) await enqueue(cx, "remove-blob", { payload: { blobKey } })
  return blobKeys.length
}

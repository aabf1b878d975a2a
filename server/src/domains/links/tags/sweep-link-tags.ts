import type { Context } from "#access/context.ts"
import { inBatches } from "#access/in-batches.ts"
import { deleteUnusedTags } from "./tag-store.ts"

export function sweepLinkTags(cx: Context): Promise<void> {
  return inBatches(cx, deleteUnusedTags)
}

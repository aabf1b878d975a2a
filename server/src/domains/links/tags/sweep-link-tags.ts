import type { Context } from "#access/context.ts"
import { inBatches } from "#access/in-batches.ts"
import { deleteUnusedTags } from "./tag-store.ts"

/** Deletes tags that no link has any more. */
export function sweepLinkTags(cx: Context): Promise<void> {
  return inBatches(cx, deleteUnusedTags)
}

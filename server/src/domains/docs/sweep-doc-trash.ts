import type { Context } from "#access/context.ts"
import { inBatches } from "#access/in-batches.ts"
import { removeTrashedDocs } from "./doc-store.ts"

const trashMs = 30 * 86_400_000

/** Removes docs for good that have been in the trash for 30 days, with their versions. */
export async function sweepDocTrash(cx: Context): Promise<void> {
  const trashedUntil = cx.now() - trashMs
  await inBatches(cx, (cx, limit) => removeTrashedDocs(cx, { trashedUntil, limit }))
}

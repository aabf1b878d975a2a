import type { Context } from "#access/context.ts"
import { inBatches } from "#access/in-batches.ts"
import { dayMs } from "#kernel/time/units.ts"
import { deleteOldTrash } from "./trash-store.ts"

const trashMs = 30 * dayMs

/** A batch may lock the clocks of this many workspaces until its commit. */
const batch = 50

/** Deletes links that have been in the trash for more than 30 days. Their slugs become free. */
export function sweepLinkTrash(cx: Context): Promise<void> {
  return inBatches(cx, (cx, limit) => deleteOldTrash(cx, { until: cx.now() - trashMs - 1, limit }), batch)
}

import { type Aged, deleteOldest } from "#storage/delete-oldest.ts"
import type { Context } from "./context.ts"
import { inBatches } from "./in-batches.ts"

/** Deletes all rows whose time is `until` or earlier (epoch milliseconds), in transactions that keep no writer waiting. */
export function sweepOldest(cx: Context, aged: Aged, until: number): Promise<void> {
  return inBatches(cx, (cx, limit) => deleteOldest(cx.db, aged, { until, limit }))
}

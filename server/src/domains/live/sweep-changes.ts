import type { Context } from "#access/context.ts"
import { inBatches } from "#access/in-batches.ts"
import { dayMs } from "#kernel/time/days.ts"
import { deleteChangesBefore } from "./change-log-store.ts"

/** Who was away for longer asks for everything again. */
const keptMs = 7 * dayMs

/** Deletes the names of what changed more than seven days ago. */
export function sweepChanges(cx: Context): Promise<void> {
  return inBatches(cx, (cx, limit) => deleteChangesBefore(cx, cx.now() - keptMs, limit))
}

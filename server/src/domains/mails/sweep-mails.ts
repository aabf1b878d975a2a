import type { Context } from "#access/context.ts"
import { inBatches } from "#access/in-batches.ts"
import { dayMs } from "#kernel/time/units.ts"
import { deleteMailsBefore } from "./mail-store.ts"

const keptMs = 90 * dayMs

export function sweepMails(cx: Context): Promise<void> {
  const until = cx.now() - keptMs
  return inBatches(cx, (cx, limit) => deleteMailsBefore(cx, { until, limit }))
}

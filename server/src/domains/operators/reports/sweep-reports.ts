import type { Context } from "#access/context.ts"
import { sweepOldest } from "#access/sweep-store.ts"
import { yearMs } from "#kernel/time/units.ts"

const keptMs = yearMs

/** Deletes reports that were closed more than a year ago, with the reporter's words and address. */
export function sweepReports(cx: Context): Promise<void> {
  return sweepOldest(cx, { table: "abuse_reports", key: "id", time: "closed_at" }, cx.now() - keptMs - 1)
}

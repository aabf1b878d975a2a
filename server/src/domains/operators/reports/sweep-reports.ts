import type { Context } from "#access/context.ts"
import { sweepOldest } from "#access/sweep-store.ts"

const keptMs = 365 * 86_400_000

/** Deletes reports that were closed more than a year ago, with the reporter's words and address. */
export function sweepReports(cx: Context): Promise<void> {
  return sweepOldest(cx, { table: "abuse_reports", key: "id", time: "closed_at" }, cx.now() - keptMs - 1)
}

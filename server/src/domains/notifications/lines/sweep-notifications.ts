import type { Context } from "#access/context.ts"
import { sweepOldest } from "#access/sweep-store.ts"
import { dayMs } from "#kernel/time/units.ts"

const keptMs = 90 * dayMs

/** Deletes lines that nothing joined for 90 days, read or not. */
export function sweepNotifications(cx: Context): Promise<void> {
  return sweepOldest(cx, { table: "notifications", key: "id", time: "updated_at" }, cx.now() - keptMs)
}

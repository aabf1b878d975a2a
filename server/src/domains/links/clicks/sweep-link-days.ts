import type { Context } from "#access/context.ts"
import { inBatches } from "#access/in-batches.ts"
import { dayMs, dayOf } from "#kernel/time/days.ts"
import { deleteSumsBefore } from "./click-day-store.ts"
import { deleteDaysBefore } from "./link-day-store.ts"

/** How many days of a link are kept beside today, and the most that can be asked for. */
export const keptDays = 365

/** Deletes what was counted by day more than a year ago, by link and by workspace. The links' totals stay. */
export async function sweepLinkDays(cx: Context): Promise<void> {
  const first = dayOf(cx.now()) - keptDays * dayMs
  await inBatches(cx, (cx, limit) => deleteDaysBefore(cx, first, limit))
  await inBatches(cx, (cx, limit) => deleteSumsBefore(cx, first, limit))
}

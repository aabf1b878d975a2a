import type { Context } from "#access/context.ts"
import { inBatches } from "#access/in-batches.ts"
import { dayOf } from "#kernel/time/days.ts"
import { dayMs } from "#kernel/time/units.ts"
import { deleteSumsBefore } from "./click-day-store.ts"
import { deleteDaysBefore } from "./link-day-store.ts"

/** How many days of a link are stored besides today. Also the longest period of its statistics. */
export const linkDaysKept = 365

export async function sweepLinkDays(cx: Context): Promise<void> {
  const first = dayOf(cx.now()) - linkDaysKept * dayMs
  await inBatches(cx, (cx, limit) => deleteDaysBefore(cx, first, limit))
  await inBatches(cx, (cx, limit) => deleteSumsBefore(cx, first, limit))
}

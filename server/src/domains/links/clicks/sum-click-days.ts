import type { Context } from "#access/context.ts"
import { dayOf } from "#kernel/time/days.ts"
import { hourMs } from "#kernel/time/units.ts"
import { type ClickDay, findLastSummed, findUnsummedDay, insertSums, sumDay } from "./click-day-store.ts"

/** A day is closed this long after its end: clicks that began before midnight are committed by then. */
const settledMs = hourMs
const atOnce = 200

/**
 * Sums up closed days, the oldest first, each in one transaction for all workspaces. The overview then reads one row a
 * day instead of one for each link.
 */
export async function sumClickDays(cx: Context): Promise<void> {
  const until = dayOf(cx.now() - settledMs)
  for (;;) {
    const day = await findUnsummedDay(cx, { last: (await findLastSummed(cx)) ?? -1, until })
    if (day === undefined) return
    const sums = await readSums(cx, day)
    await cx.atomically(async (cx) => {
      for (let at = 0; at < sums.length; at += atOnce) await insertSums(cx, sums.slice(at, at + atOnce))
    })
  }
}

async function readSums(cx: Context, day: number): Promise<ClickDay[]> {
  const sums: ClickDay[] = []
  for (;;) {
    const more = await sumDay(cx, { day, after: sums.at(-1)?.workspace_id ?? "", limit: atOnce })
    sums.push(...more)
    if (more.length < atOnce) return sums
  }
}

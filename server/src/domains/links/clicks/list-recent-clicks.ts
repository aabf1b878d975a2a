import type { Member, Reading } from "#access/context.ts"
import { eachDay, firstOfDays } from "#kernel/time/days.ts"
import { sumByLink } from "./link-day-store.ts"

/** The days that a list's row shows, the last of which is today. */
const recentDays = 30

/** Returns each link's clicks by day, the oldest day first, with one query for all links. */
export async function listRecentClicks(
  cx: Reading & Member,
  ids: readonly string[],
): Promise<(link: { id: string }) => number[]> {
  const first = firstOfDays(cx.now(), recentDays)
  const sums = ids.length === 0 ? [] : await sumByLink(cx, { ids, first })
  const clicks = new Map(sums.map((sum) => [`${sum.link_id} ${sum.day}`, Number(sum.clicks)]))
  const days = eachDay(first, recentDays)
  return ({ id }) => days.map(({ at }) => clicks.get(`${id} ${at}`) ?? 0)
}

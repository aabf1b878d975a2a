import type { Reading } from "#access/context.ts"
import { invalidInput } from "#kernel/error.ts"
import { dateOf } from "#kernel/time/days.ts"
import type { Zone } from "#kernel/time/zone.ts"
import { horizonDays } from "./fetch-stream-plan.ts"
import { addDays } from "./local-time.ts"

const mostDays = 31

/** The range begins yesterday at the earliest, and ends with the known stream plans. Throws `invalid_request`. */
export function readDayRange(
  cx: Reading,
  zone: Zone,
  given: { from?: string | undefined; to?: string | undefined },
): { from: string; to: string } {
  const today = dateOf(zone.toWall(cx.now()))
  const latest = addDays(today, horizonDays)
  const from = given.from ?? today
  const to = given.to ?? [addDays(from, 6), latest].sort()[0] ?? from
  if (from < addDays(today, -1) || from > latest) {
    throw invalidInput(
      "`from` is too far away.",
      `Send a day from ${addDays(today, -1)} to ${latest}, or leave it out for today.`,
    )
  }
  if (to < from || to > latest || to > addDays(from, mostDays - 1)) {
    throw invalidInput(
      "`to` does not fit `from`.",
      `Send a day from ${from} to ${[latest, addDays(from, mostDays - 1)].sort()[0]}, and ask again for later days.`,
    )
  }
  return { from, to }
}

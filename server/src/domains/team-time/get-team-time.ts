import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { cleanText } from "#kernel/clean-text.ts"
import { toLocalIso } from "#kernel/time/iso.ts"
import { findZone, utc } from "#kernel/time/zone.ts"
import { clipped, toFreeSpans, toWorkDays } from "./availability.ts"
import { readDayRange } from "./day-range.ts"
import { addDays, wallOf } from "./local-time.ts"
import { busyOf, toStreamPlan } from "./stream-plan.ts"
import { findOwnStreamPlan } from "./stream-plan-store.ts"
import { ownTeamTime } from "./team-time.ts"
import { findTeamTime, listDateOverrides } from "./team-time-store.ts"

const titleLimit = 120
/** Limits busy and free times, so that a model can read the answer. */
const mostSpans = 300

const date = (which: string) => z.iso.date().optional().describe(which)

/** Returns the caller's own availability: time zone, hours, special days, busy times, and the remaining free time. */
export const getTeamTime = workspaceAction("viewer", "workspace:read", {
  input: z.strictObject({
    from: date("The first day, `YYYY-MM-DD` in the caller's time zone. Left out, today. Yesterday at the earliest."),
    to: date(
      "The last day, included; at most 30 days after `from` and 60 days after today. Left out, six days after `from`.",
    ),
  }),
  output: ownTeamTime,
  async run(cx, input) {
    const own = await findTeamTime(cx)
    const zone = (own && findZone(own.timeZone)) ?? utc
    const range = readDayRange(cx, zone, input)
    // The hours of the day before may go on over midnight.
    const withEve = { ...range, from: addDays(range.from, -1) }
    const [overrides, plan] = await Promise.all([listDateOverrides(cx, withEve), findOwnStreamPlan(cx)])
    const [eve, ...days] = toWorkDays(withEve, own?.hours ?? [], overrides)
    const startsAt = zone.toInstant(wallOf(range.from))
    const endsAt = zone.toInstant(wallOf(addDays(range.to, 1)))
    const busy = busyOf(cx, plan).filter((span) => span.startsAt < endsAt && span.endsAt > startsAt)
    const free = clipped({ startsAt, endsAt }, toFreeSpans([...(eve ? [eve] : []), ...days], busy, zone))
    const local = (instant: number) => toLocalIso(instant, zone)
    return {
      timeZone: own?.timeZone ?? "UTC",
      isSet: own !== undefined,
      now: local(cx.now()),
      days,
      busy: busy.slice(0, mostSpans).map(({ startsAt, endsAt, title, isAllDay }) => ({
        startsAt: local(startsAt),
        endsAt: local(endsAt),
        title: cleanText(title, titleLimit),
        allDay: isAllDay,
      })),
      free: free.slice(0, mostSpans).map(({ startsAt, endsAt }) => ({
        startsAt: local(startsAt),
        endsAt: local(endsAt),
      })),
      isCut: busy.length > mostSpans || free.length > mostSpans,
      streamPlan: toStreamPlan(cx, plan),
    }
  },
})

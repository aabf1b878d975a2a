import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { dateOf } from "#kernel/time/days.ts"
import { findZone, utc } from "#kernel/time/zone.ts"
import { clipped, type TimeSpan, toFreeSpans, toWorkDays } from "./availability.ts"
import { readDayRange } from "./day-range.ts"
import { addDays, wallOf } from "./local-time.ts"
import { busyOf } from "./stream-plan.ts"
import { findTeamTime } from "./team-time-store.ts"
import { listOverridesOfAll, listTeam, type TeamMember } from "./team-week-store.ts"

const mostMembers = 200
/** The limit for one member in one week. */
const mostSpans = 100

const span = z.object({ startsAt: z.int(), endsAt: z.int() })
const spans = z.array(span)

/** Returns when each member is available. Titles of other members' busy times are left out. */
export const getTeamWeek = workspaceAction("viewer", "console", {
  input: z.object({ from: z.iso.date().optional().describe("The first day, `YYYY-MM-DD`. Default: today.") }),
  output: z.object({
    timeZone: z.string().describe("The caller's, whose days these are; UTC until they have set one."),
    now: z.int(),
    days: z.array(span.extend({ date: z.string() })).describe("Seven of them, fewer where the known time ends."),
    members: z.array(
      z.object({
        accountId: z.string(),
        email: z.string(),
        name: z.string().nullable(),
        isCaller: z.boolean(),
        timeZone: z.string().nullable().describe("Null for a member who has set nothing."),
        free: spans.describe("Hours without busy times."),
        busy: spans.describe("From the member's stream plan; they may overlap."),
        calendarFailing: z
          .object({ knownUntil: z.int() })
          .optional()
          .describe("The member's calendar cannot be read now; what was read before is known until then."),
      }),
    ),
    isCut: z.boolean().describe(`There are more than ${mostMembers} members; those who joined last are left out.`),
  }),
  async run(cx, { from }) {
    const own = await findTeamTime(cx)
    const zone = (own && findZone(own.timeZone)) ?? utc
    const range = readDayRange(cx, zone, { from })
    const days = toWorkDays(range, [], []).map(({ date }) => {
      return { date, startsAt: zone.toInstant(wallOf(date)), endsAt: zone.toInstant(wallOf(addDays(date, 1))) }
    })
    const week = { startsAt: days[0]?.startsAt ?? 0, endsAt: days.at(-1)?.endsAt ?? 0 }
    // A member's date may be one day before or after the caller's, and hours may go on over midnight.
    const around = { from: addDays(range.from, -2), to: addDays(range.to, 1) }
    const [team, overrides] = await Promise.all([listTeam(cx, mostMembers + 1), listOverridesOfAll(cx, around)])
    const members = team.slice(0, mostMembers).map((member) => {
      const { accountId, email, name, timeZone } = member
      const busy = busyOf(cx, member.plan)
      const free = freeOf({ ...member, overrides: overrides.get(accountId) ?? [] }, busy, week)
      const about = { accountId, email, name, timeZone, isCaller: accountId === cx.accountId }
      const failing = member.plan?.failed_at != null && { calendarFailing: { knownUntil: member.plan.known_until } }
      return { ...about, ...failing, free, busy: clipped(week, busy).slice(0, mostSpans) }
    })
    return { timeZone: own?.timeZone ?? "UTC", now: cx.now(), days, members, isCut: team.length > mostMembers }
  },
})

type Hours = Pick<TeamMember, "timeZone" | "hours"> & { overrides: Parameters<typeof toWorkDays>[2] }

/** A member's free time in one week, by their own time zone. */
function freeOf({ timeZone, hours, overrides }: Hours, busy: readonly TimeSpan[], week: TimeSpan): TimeSpan[] {
  const zone = (timeZone !== null && findZone(timeZone)) || utc
  const eve = addDays(dateOf(zone.toWall(week.startsAt)), -1)
  const range = { from: eve, to: dateOf(zone.toWall(week.endsAt - 1)) }
  return clipped(week, toFreeSpans(toWorkDays(range, hours, overrides), busy, zone)).slice(0, mostSpans)
}

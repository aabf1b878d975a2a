import { minuteMs } from "#kernel/time/units.ts"
import type { Zone } from "#kernel/time/zone.ts"
import { type DaySpan, minutesOf, toMinutes } from "./hours.ts"
import { addDays, wallOf, weekdayOf } from "./local-time.ts"
import type { DateOverride, TeamTime } from "./team-time-store.ts"

/** A span of time, in epoch milliseconds. */
export interface TimeSpan {
  startsAt: number
  endsAt: number
}

export interface WorkDay {
  date: string
  weekday: string
  hours: DaySpan[]
  isOverride: boolean
}

export function toWorkDays(
  { from, to }: { from: string; to: string },
  week: TeamTime["hours"],
  overrides: DateOverride[],
): WorkDay[] {
  const days: WorkDay[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const weekday = weekdayOf(date)
    const override = overrides.find((one) => one.date === date)
    const usual = week.filter(({ day }) => day === weekday).map(({ from, to }) => ({ from, to }))
    const hours = (override?.hours ?? usual).toSorted((a, b) => (a.from < b.from ? -1 : 1))
    days.push({ date, weekday, hours, isOverride: override !== undefined })
  }
  return days
}

/** Hours that go on over midnight, in one entry or two, are one span. */
export function toFreeSpans(days: WorkDay[], busy: readonly TimeSpan[], zone: Zone): TimeSpan[] {
  const instantOf = (date: string, minutes: number) => zone.toInstant(wallOf(date) + minutes * minuteMs)
  const spans = days.flatMap(({ date, hours }) =>
    hours.map((span) => {
      const begin = toMinutes(span.from)
      return { startsAt: instantOf(date, begin), endsAt: instantOf(date, begin + minutesOf(span)) }
    }),
  )
  return joined(spans).flatMap((span) => without(span, busy))
}

function joined(spans: TimeSpan[]): TimeSpan[] {
  const whole: TimeSpan[] = []
  for (const { startsAt, endsAt } of spans.toSorted((a, b) => a.startsAt - b.startsAt)) {
    const last = whole.at(-1)
    if (last && last.endsAt >= startsAt) last.endsAt = Math.max(last.endsAt, endsAt)
    else whole.push({ startsAt, endsAt })
  }
  return whole
}

export function clipped(whole: TimeSpan, spans: readonly TimeSpan[]): TimeSpan[] {
  return spans
    .filter(({ startsAt, endsAt }) => startsAt < whole.endsAt && endsAt > whole.startsAt)
    .map(({ startsAt, endsAt }) => ({
      startsAt: Math.max(startsAt, whole.startsAt),
      endsAt: Math.min(endsAt, whole.endsAt),
    }))
}

function without(span: TimeSpan, busy: readonly TimeSpan[]): TimeSpan[] {
  const free: TimeSpan[] = []
  let at = span.startsAt
  for (const { startsAt, endsAt } of busy.toSorted((a, b) => a.startsAt - b.startsAt)) {
    if (endsAt <= at) continue
    if (startsAt >= span.endsAt) break
    if (startsAt > at) free.push({ startsAt: at, endsAt: startsAt })
    at = endsAt
  }
  if (at < span.endsAt) free.push({ startsAt: at, endsAt: span.endsAt })
  return free
}

import { dayMs, hourMs, minuteMs } from "#kernel/time/units.ts"
import { type CalendarDay, calendarDay, dayNumber, weekBegin, weekdayOfDay, weekOfYear } from "./days.ts"
import type { Spend } from "./limits.ts"
import type { Rule } from "./rule.ts"

/** A span of time, both ends included. */
export interface CalendarSpan {
  from: number
  to: number
}

/**
 * Lists a rule's wall times in `span` in order (RFC 5545 section 3.3.10). `start` always counts. Without COUNT, a rule
 * is evaluated from near the span on, so the work does not depend on its age. `until` is the last allowed wall time.
 */
export function* expandRule(
  given: Rule,
  start: number,
  { span, until, spend }: { span: CalendarSpan; until: number; spend: Spend },
): Generator<number> {
  const rule = completed(given, start)
  const end = Math.min(span.to, until)
  let left = rule.count ?? Number.POSITIVE_INFINITY
  for (const wall of recurrences(rule, start, { begin: span.from, end, spend })) {
    if (wall > end || left-- <= 0) return
    if (wall >= span.from) yield wall
  }
}

/** The start, and then the times of the rule: all of them if it has a COUNT, otherwise from near `begin` on. */
function* recurrences(
  rule: Rule,
  start: number,
  { begin, end, spend }: { begin: number; end: number; spend: Spend },
): Generator<number> {
  yield start
  for (let index = rule.count === undefined ? firstPeriod(rule, start, begin) : 0; ; index++) {
    const period = periodAt(rule, start, index)
    if (period.begin > end) return
    for (const wall of timesIn(rule, period, spend)) if (wall > start) yield wall
  }
}

interface Period {
  begin: number
  firstDay: number
  days: number
  /** Times of day in milliseconds. */
  times: number[]
}

/** Fills missing parts of a rule from its start. */
function completed(rule: Rule, start: number): Rule {
  const day = calendarDay(Math.floor(start / dayMs))
  const time = new Date(start)
  const filled = {
    ...rule,
    interval: Math.max(1, rule.interval),
    byHour: rule.byHour.length > 0 || rule.frequency === "HOURLY" ? rule.byHour : [time.getUTCHours()],
    byMinute: rule.byMinute.length > 0 ? rule.byMinute : [time.getUTCMinutes()],
    bySecond: rule.bySecond.length > 0 ? rule.bySecond : [time.getUTCSeconds()],
  }
  const namesDays = [rule.byYearDay, rule.byMonthDay, rule.byDay].some((list) => list.length > 0)
  if (namesDays) return filled
  const weekday = [{ nth: 0, weekday: day.weekday }]
  if (rule.frequency === "WEEKLY" || rule.byWeekNumber.length > 0) return { ...filled, byDay: weekday }
  if (rule.frequency === "MONTHLY") return { ...filled, byMonthDay: [day.day] }
  if (rule.frequency !== "YEARLY") return filled
  return { ...filled, byMonthDay: [day.day], byMonth: rule.byMonth.length > 0 ? rule.byMonth : [day.month] }
}

function firstPeriod({ frequency, interval, weekStart }: Rule, start: number, from: number): number {
  const a = calendarDay(Math.floor(start / dayMs))
  const b = calendarDay(Math.floor(from / dayMs))
  const passed = {
    YEARLY: () => b.year - a.year,
    MONTHLY: () => (b.year - a.year) * 12 + b.month - a.month,
    WEEKLY: () => (from - weekBegin(Math.floor(start / dayMs), weekStart) * dayMs) / (7 * dayMs),
    DAILY: () => (from - start) / dayMs,
    HOURLY: () => (from - start) / hourMs,
  }[frequency]()
  return Math.max(0, Math.floor(passed / interval) - 1)
}

function periodAt(rule: Rule, start: number, index: number): Period {
  const startDay = Math.floor(start / dayMs)
  const { year, month } = calendarDay(startDay)
  const step = index * rule.interval
  if (rule.frequency === "HOURLY") return hourAt(rule, Math.floor(start / hourMs) + step)
  const [firstDay, nextDay] = {
    YEARLY: () => [dayNumber(year + step, 1, 1), dayNumber(year + step + 1, 1, 1)] as const,
    MONTHLY: () => [dayNumber(year, month + step, 1), dayNumber(year, month + step + 1, 1)] as const,
    WEEKLY: () => {
      const begin = weekBegin(startDay, rule.weekStart) + 7 * step
      return [begin, begin + 7] as const
    },
    DAILY: () => [startDay + step, startDay + step + 1] as const,
  }[rule.frequency]()
  return { begin: firstDay * dayMs, firstDay, days: nextDay - firstDay, times: timesOfDay(rule, rule.byHour) }
}

function hourAt(rule: Rule, hourNumber: number): Period {
  const firstDay = Math.floor(hourNumber / 24)
  const hour = hourNumber - firstDay * 24
  const fits = rule.byHour.length === 0 || rule.byHour.includes(hour)
  return { begin: hourNumber * hourMs, firstDay, days: 1, times: fits ? timesOfDay(rule, [hour]) : [] }
}

function timesOfDay({ byMinute, bySecond }: Rule, hours: number[]): number[] {
  const times = hours.flatMap((hour) =>
    byMinute.flatMap((minute) => bySecond.map((second) => hour * hourMs + minute * minuteMs + second * 1_000)),
  )
  return times.sort((a, b) => a - b)
}

function timesIn(rule: Rule, { firstDay, days, times }: Period, spend: Spend): number[] {
  const all: number[] = []
  spend(1 + days / 10)
  if (times.length === 0) return all
  for (let day = firstDay; day < firstDay + days; day++) {
    if (dayFits(rule, day)) for (const time of times) all.push(day * dayMs + time)
  }
  if (rule.byPosition.length === 0) return all
  const chosen = rule.byPosition.map((position) => all[position > 0 ? position - 1 : all.length + position])
  return [...new Set(chosen)].filter((wall) => wall !== undefined).sort((a, b) => a - b)
}

/** Whether a rule includes a day. It must match every list of the rule, that is one value of each. */
function dayFits(rule: Rule, number: number): boolean {
  if (rule.byDay.length > 0 && !rule.byDay.some(({ weekday }) => weekday === weekdayOfDay(number))) return false
  const day = calendarDay(number)
  return (
    has(rule.byMonth, day.month) &&
    hasEitherEnd(rule.byMonthDay, day.day, day.monthLength) &&
    hasEitherEnd(rule.byYearDay, day.yearDay, day.yearLength) &&
    weekdayFits(rule, day) &&
    weekFits(rule, number)
  )
}

const has = (list: number[], value: number) => list.length === 0 || list.includes(value)

/** Negative numbers count from the end: -1 is the last. */
const hasEitherEnd = (list: number[], value: number, length: number) =>
  list.length === 0 || list.includes(value) || list.includes(value - length - 1)

function weekFits({ byWeekNumber, weekStart }: Rule, number: number): boolean {
  if (byWeekNumber.length === 0) return true
  const { week, weeks } = weekOfYear(number, weekStart)
  return hasEitherEnd(byWeekNumber, week, weeks)
}

function weekdayFits(rule: Rule, day: CalendarDay): boolean {
  if (rule.byDay.length === 0) return true
  return rule.byDay.some(({ nth, weekday }) => weekday === day.weekday && (nth === 0 || nthFits(rule, nth, day)))
}

/** "The first Monday" is of the month, or of the year if a yearly rule names no months. */
function nthFits({ frequency, byMonth }: Rule, nth: number, day: CalendarDay): boolean {
  if (frequency !== "MONTHLY" && frequency !== "YEARLY") return true
  const inYear = frequency === "YEARLY" && byMonth.length === 0
  const [position, length] = inYear ? [day.yearDay, day.yearLength] : [day.day, day.monthLength]
  return nth > 0 ? Math.ceil(position / 7) === nth : Math.ceil((length - position + 1) / 7) === -nth
}

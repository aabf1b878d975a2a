import { type CalendarDay, calendarDay, weekdayOfDay, weekOfYear } from "./days.ts"
import type { Rule } from "./rule.ts"

/** Whether a rule includes a day. It must match every list of the rule, that is one value of each. */
export function dayFits(rule: Rule, number: number): boolean {
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

import { dayMs } from "#kernel/time/units.ts"

export type CalendarDay = ReturnType<typeof calendarDay>

/** The number of a day. Months and days out of range continue into the next or the previous ones. */
export function dayNumber(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / dayMs
}

/** The weekday of a day's number; Sunday is 0. */
export const weekdayOfDay = (day: number) => (((day + 4) % 7) + 7) % 7

const daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]

/**
 * Returns the Gregorian date of a day's number, counted from 1970-01-01, and its weekday, Sunday = 0. Computed with
 * years that begin in March, so that the leap day is the last; a `Date` would take ten times as long.
 */
export function calendarDay(number: number) {
  const era = Math.floor((number + 719_468) / 146_097)
  const dayOfEra = number + 719_468 - era * 146_097
  const leaps = Math.floor(dayOfEra / 1_460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leaps) / 365)
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0
  const before = daysBefore[month - 1] ?? 0
  return {
    year,
    month,
    day,
    monthLength: (daysBefore[month] ?? 0) - before + (month === 2 ? leap : 0),
    yearDay: before + (month > 2 ? leap : 0) + day,
    yearLength: 365 + leap,
    weekday: weekdayOfDay(number),
  }
}

export const weekBegin = (day: number, weekStart: number) => day - ((weekdayOfDay(day) - weekStart + 7) % 7)

/** A week belongs to the year that contains at least four of its days (RFC 5545 section 3.3.10, BYWEEKNO). */
export function weekOfYear(day: number, weekStart: number): { week: number; weeks: number } {
  const middle = weekBegin(day, weekStart) + 3
  const year = new Date(middle * dayMs).getUTCFullYear()
  const newYear = dayNumber(year, 1, 1)
  const firstMiddle = weekBegin(newYear + 3, weekStart) + 3
  const lastDay = dayNumber(year + 1, 1, 1) - 1
  return { week: (middle - firstMiddle) / 7 + 1, weeks: Math.floor((lastDay - firstMiddle) / 7) + 1 }
}

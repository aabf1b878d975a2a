import { dayMs } from "./units.ts"

/** The midnight UTC at the start of a moment's day, as epoch milliseconds. */
export const dayOf = (moment: number) => moment - (moment % dayMs)

/** The midnight UTC of the first of `days` days, the last of which is the day of `now`. */
export const firstOfDays = (now: number, days: number) => dayOf(now) - (days - 1) * dayMs

export const dateOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)

/** 1 December 2026 */
export function longDate(moment: number): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(moment)
}

/** 09:30 UTC */
export const utcTime = (moment: number) => `${new Date(moment).toISOString().slice(11, 16)} UTC`

/** Each of `days` days from the midnight `first` on, the oldest first: its midnight, and its date in ISO 8601. */
export function eachDay(first: number, days: number): { at: number; day: string }[] {
  return Array.from({ length: days }, (_, index) => {
    const at = first + index * dayMs
    return { at, day: dateOf(at) }
  })
}

import { dayMs } from "./units.ts"

/** The midnight UTC at the start of a moment's day, as epoch milliseconds. */
export const dayOf = (moment: number) => moment - (moment % dayMs)

/** The midnight UTC of the first of `days` days, the last of which is the day of `now`. */
export const firstOfDays = (now: number, days: number) => dayOf(now) - (days - 1) * dayMs

export const dateOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)

/** Each of `days` days from the midnight `first` on, the oldest first: its midnight, and its date in ISO 8601. */
export function eachDay(first: number, days: number): { at: number; day: string }[] {
  return Array.from({ length: days }, (_, index) => {
    const at = first + index * dayMs
    return { at, day: dateOf(at) }
  })
}

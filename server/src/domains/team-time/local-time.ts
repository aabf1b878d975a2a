import { dateOf } from "#kernel/time/days.ts"
import { dayMs } from "#kernel/time/units.ts"
import { weekdays } from "./hours.ts"

/** The wall time of a date's midnight. */
export const wallOf = (date: string) => Date.parse(`${date}T00:00:00Z`)

export const addDays = (date: string, days: number) => dateOf(wallOf(date) + days * dayMs)

export function weekdayOf(date: string): (typeof weekdays)[number] {
  return weekdays[(new Date(wallOf(date)).getUTCDay() + 6) % 7] ?? "monday"
}

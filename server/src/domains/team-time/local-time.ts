import { dateOf } from "#kernel/time/days.ts"
import { dayMs } from "#kernel/time/units.ts"
import type { Zone } from "#kernel/time/zone.ts"
import { weekdays } from "./hours.ts"

/** Formats an instant in local time with its offset: `2026-11-20T09:00:00+01:00`. */
export function toLocalIso(instant: number, zone: Zone): string {
  const wall = zone.toWall(instant)
  const offsetMinutes = Math.round((wall - instant) / 60_000)
  const two = (number: number) => String(number).padStart(2, "0")
  const minutes = Math.abs(offsetMinutes)
  const offset = `${offsetMinutes < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  return `${new Date(wall).toISOString().slice(0, 19)}${offset}`
}

/** The wall time of a date's midnight. */
export const wallOf = (date: string) => Date.parse(`${date}T00:00:00Z`)

export const addDays = (date: string, days: number) => dateOf(wallOf(date) + days * dayMs)

export function weekdayOf(date: string): (typeof weekdays)[number] {
  return weekdays[(new Date(wallOf(date)).getUTCDay() + 6) % 7] ?? "monday"
}

import type { Zone } from "./zone.ts"

/** ISO 8601 in UTC, of epoch milliseconds. */
export const toIso = (at: number): string => new Date(at).toISOString()

export const toIsoOrNull = (at: number | null): string | null => (at === null ? null : toIso(at))

/** Formats an instant in local time with its offset: `2026-11-20T09:00:00+01:00`. */
export function toLocalIso(instant: number, zone: Zone): string {
  const wall = zone.toWall(instant)
  const offsetMinutes = Math.round((wall - instant) / 60_000)
  const two = (number: number) => String(number).padStart(2, "0")
  const minutes = Math.abs(offsetMinutes)
  const offset = `${offsetMinutes < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  return `${new Date(wall).toISOString().slice(0, 19)}${offset}`
}

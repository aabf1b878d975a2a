import type { BusySpan } from "#adapters/calendars/port.ts"
import { dayMs, hourMs } from "#kernel/time/units.ts"
import { findZone, utc } from "#kernel/time/zone.ts"

const daysAhead = 62

const timeZone = "Europe/Berlin"
const workdays = ["monday", "tuesday", "wednesday", "thursday", "friday"] as const

export const demoHours = { timeZone, hours: workdays.map((day) => ({ day, from: "10:00", to: "18:00" })) }

/** Ada's streams: Tuesdays and Thursdays from 20:00 to 22:00 in her time zone, for two months from `now`. */
export function demoStreams(now: number): { busy: BusySpan[]; knownUntil: number } {
  const zone = findZone(timeZone) ?? utc
  const today = Math.floor(zone.toWall(now) / dayMs) * dayMs
  const evenings = Array.from({ length: daysAhead }, (_, day) => today + day * dayMs).filter((wall) =>
    [2, 4].includes(new Date(wall).getUTCDay()),
  )
  const busy = evenings.map((wall) => ({
    startsAt: zone.toInstant(wall + 20 * hourMs),
    endsAt: zone.toInstant(wall + 22 * hourMs),
    title: "Live: painting with readers",
    isAllDay: false,
  }))
  return { busy, knownUntil: zone.toInstant(today + daysAhead * dayMs) }
}

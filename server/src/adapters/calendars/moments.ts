import { dayMs } from "#kernel/time/units.ts"
import { utc, type Zone } from "#kernel/time/zone.ts"
import { dayNumber } from "./days.ts"
import type { Zones } from "./known-zones.ts"
import type { Property } from "./properties.ts"

/** A date or a time in a calendar: a wall time and its zone. */
export interface Moment {
  /** Wall time in `zone`; for a date, its midnight. */
  wall: number
  zone: Zone
  isDate: boolean
}

export const instantOf = ({ wall, zone }: Moment) => zone.toInstant(wall)

/** The moments of a property, in the zone it names. A period (RFC 5545 section 3.3.9) counts as its start. */
export function readMoments({ parameters, values }: Property, zones: Zones): Moment[] {
  const zone = zones.find(parameters.tzid)
  return values.map((value) => readMoment(Array.isArray(value) ? value[0] : value, zone, zones.own))
}

/** Reads `2026-11-20`, `2026-11-20T09:00:00` or the same with Z. */
export function readMoment(value: unknown, zone: Zone, own: Zone): Moment {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(Z?))?$/.exec(String(value))
  if (!match) throw new Error("A date or a time is expected.")
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number)
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24) throw new Error("There is no such day or hour.")
  const isDate = match[4] === undefined
  const begin = dayNumber(year, month, day) * dayMs
  if (isDate) return { wall: begin, zone: own, isDate }
  return { wall: begin + ((hour * 60 + minute) * 60 + second) * 1_000, zone: match[7] === "Z" ? utc : zone, isDate }
}

import { dayMs } from "#kernel/time/units.ts"
import { readOffset, utc, type Zone, zoneOf } from "#kernel/time/zone.ts"
import { dayNumber } from "./days.ts"
import type { Zones } from "./known-zones.ts"
import type { Property } from "./properties.ts"

/** A date or a time in a calendar: a wall time and its zone. */
export interface Moment {
  /** Wall time in `zone`; for a date, its midnight. */
  wall: number
  zone: Zone
  isDate: boolean
  isFloating: boolean
}

export interface Places {
  ofDates: Zone
  ofTimes: Zone
}

export const instantOf = ({ wall, zone }: Moment) => zone.toInstant(wall)

/** A period (RFC 5545 section 3.3.9) counts as its start. Times without a zone are in `near`. */
export function readMoments({ parameters, value }: Property, zones: Zones, near: Zone = zones.floating): Moment[] {
  return itemsOf(value).map((part) => momentOf(part.split("/")[0], parameters.tzid, { zones, near }))
}

export const itemsOf = (value: string) => value.split(/[,;]/).filter((part) => part.trim() !== "")

/** The TZID of a date, or of a time with its own offset, is not looked up. */
export function momentOf(
  text: string | undefined,
  tzid: string | undefined,
  { zones, near }: { zones: Zones; near: Zone },
): Moment {
  const moment = readMoment(text, { ofDates: zones.own, ofTimes: near })
  if (!moment.isFloating || !tzid) return moment
  return { ...moment, zone: zones.find(tzid), isFloating: false }
}

const form =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:T?:*Z?|[T\s]\s*(\d\d):?(\d\d)(?::?(\d\d))?(?:[.,]\d+)?\s*(Z|[+-]\d\d:?\d\d)?)$/i

/** The form alone decides: `20261120` is a date, `20261120T0900` a time, also in ISO 8601's long form. */
export function readMoment(value: string | undefined, { ofDates, ofTimes }: Places): Moment {
  const match = form.exec(value?.trim() ?? "")
  if (!match) throw new Error("A date or a time is expected.")
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24) throw new Error("There is no such day or hour.")
  const wall = dayNumber(year, month, day) * dayMs
  if (match[4] === undefined) return { wall, zone: ofDates, isDate: true, isFloating: false }
  const zone = match[7] === undefined ? undefined : offsetZone(match[7])
  const timed = { wall: wall + ((hour * 60 + minute) * 60 + second) * 1_000, isDate: false }
  return { ...timed, zone: zone ?? ofTimes, isFloating: zone === undefined }
}

function offsetZone(text: string): Zone {
  if (/^Z$/i.test(text)) return utc
  const offset = readOffset(text) ?? 0
  return zoneOf(() => offset)
}

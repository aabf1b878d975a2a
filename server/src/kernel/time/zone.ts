import { hourMs } from "./units.ts"

const quarterMs = hourMs / 4

/**
 * A time zone. A *wall* time is the time that a clock there shows, as the epoch milliseconds at which a clock in UTC
 * shows the same; an *instant* is epoch milliseconds.
 */
export interface Zone {
  toWall(instant: number): number
  /** A skipped wall time uses the offset before the jump; a repeated one is the first instant (RFC 5545 §3.3.5). */
  toInstant(wall: number): number
}

/** UTC: wall times are instants. */
export const utc: Zone = { toWall: (instant) => instant, toInstant: (wall) => wall }

const known = new Map<string, Zone>()
const knownLimit = 500

/** The IANA names without a slash. ICU knows more: `BST` as Dhaka's, `IST` as Kolkata's, `AST` as Anchorage's. */
const short =
  /^(CET|CST6CDT|Cuba|EET|Egypt|Eire|EST|EST5EDT|GB|GB-Eire|GMT|GMT[+-]?0|Greenwich|Hongkong|HST|Iceland|Iran|Israel|Jamaica|Japan|Kwajalein|Libya|MET|MST|MST7MDT|Navajo|NZ|NZ-CHAT|Poland|Portugal|PRC|PST8PDT|ROC|ROK|Singapore|Turkey|UCT|Universal|UTC|W-SU|WET|Zulu)$/i

/** Finds a zone of the IANA time zone database by name, in any case, including old names. Undefined for other names. */
export function findZone(name: string): Zone | undefined {
  const zone = known.get(name)
  if (zone) return zone
  // An offset such as +02:00 is refused: it is not a place and has no summer time.
  if (!short.test(name) && !/^(?!SystemV)[a-z][\w+-]*(\/[\w+-]+){1,2}$/i.test(name)) return undefined
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat("en-US", { timeZone: name, timeZoneName: "longOffset" })
  } catch {
    return undefined
  }
  const made = zoneOf(offsetsOf(format))
  if (known.size < knownLimit) known.set(name, made)
  return made
}

/** Makes a zone from a function that returns how many milliseconds its clocks are ahead of UTC at an instant. */
export function zoneOf(offsetAt: (instant: number) => number): Zone {
  return {
    toWall: (instant) => instant + offsetAt(instant),
    toInstant(wall) {
      const before = offsetAt(wall - 24 * hourMs)
      const after = offsetAt(wall + 24 * hourMs)
      const instant = wall - before
      if (before === after || offsetAt(instant) === before) return instant
      return offsetAt(wall - after) === after ? wall - after : instant
    },
  }
}

/** Looks up the offset once for each quarter of an hour, since clocks change only at those. */
function offsetsOf(format: Intl.DateTimeFormat): (instant: number) => number {
  const offsets = new Map<number, number>()
  return (instant) => {
    const quarter = Math.floor(instant / quarterMs)
    const known = offsets.get(quarter)
    if (known !== undefined) return known
    const [offset = 0] = format.format(instant).split("GMT").slice(1).map(readOffset)
    if (offsets.size > 10_000) offsets.clear()
    offsets.set(quarter, offset)
    return offset
  }
}

/** Converts `+05:30`, `+0530` or `-04:56:02` (ahead of UTC) to milliseconds. Undefined for other text. */
export function readOffset(text: string): number | undefined {
  const [, sign, hours, minutes, seconds = 0] = /^([+-]?)(\d\d):?(\d\d)(?::?(\d\d))?$/.exec(text) ?? []
  if (sign === undefined) return undefined
  const offset = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
  return sign === "-" ? -offset : offset
}

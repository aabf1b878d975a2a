import { findZone, readOffset, utc, type Zone, zoneOf } from "#kernel/time/zone.ts"
import { unescaped } from "./properties.ts"
import { windowsZones } from "./windows-zones.ts"

/** A TZID without what programs put around it: quotes, spaces and escapes. */
export const clearName = (tzid: string) =>
  unescaped(tzid)
    .replace(/^[\s"']+|[\s"']+$/g, "")
    .replace(/\s+/g, " ")

/** UTC, or an IANA name with a slash, also at the end: `/mozilla.org/20050126_1/Europe/Berlin`. */
export function findPlace(name: string): Zone | undefined {
  const parts = name.replace(/ /g, "_").split("/")
  if (/^(UTC|Z|Zulu)$/i.test(parts.at(-1) ?? "")) return utc
  if (parts.length === 1) return undefined
  return findZone(parts.slice(-3).join("/")) ?? findZone(parts.slice(-2).join("/"))
}

/** Finds `Eastern Standard Time 1`, `(UTC+01:00) Amsterdam, Berlin`, `Berlin`, `GMT+05:30`, `GMT`. */
export function findSpokenZone(name: string): Zone | undefined {
  const plain = name.replace(/^\((UTC|GMT)[^)]*\) ?/i, "")
  return byWindowsName(plain) ?? byOffset(name) ?? findZone(plain) ?? byCities(plain)
}

function byWindowsName(name: string): Zone | undefined {
  const plain = name
    .toLowerCase()
    .replace(/ \d+$/, "")
    .replace(/ (daylight|summer) time$/, " standard time")
  const iana = Object.hasOwn(windowsZones, plain) ? windowsZones[plain] : undefined
  return iana === undefined ? undefined : findZone(iana)
}

function byOffset(name: string): Zone | undefined {
  const [, sign = "", hours = "", minutes = "00"] = /^(?:UTC|GMT) ?([+-])(\d{1,2})(?::?(\d\d))?$/i.exec(name) ?? []
  const offset = sign && readOffset(`${sign}${hours.padStart(2, "0")}${minutes}`)
  return offset === "" || offset === undefined ? undefined : zoneOf(() => offset)
}

const regions = ["Europe", "America", "Asia", "Australia", "Pacific", "Africa", "Atlantic", "Indian", "Antarctica"]

function byCities(names: string): Zone | undefined {
  const ofAmerica =
    /^(\w+) Time \((?:US & Canada|Canada)\)$/i.exec(names)?.[1] ?? /^(Alaska|Arizona|Hawaii)$/i.exec(names)?.[1]
  if (ofAmerica) return findZone(`US/${ofAmerica}`) ?? findZone(`Canada/${ofAmerica}`)
  for (const city of names.split(",").slice(0, 8)) {
    // Australia's `ACT` and `West` are no cities.
    if (!/[a-z]{2}/.test(city) || /^\s*(North|South|West)\s*$/i.test(city)) continue
    const place = city.trim().replaceAll(" ", "_")
    for (const region of regions) {
      const zone = findZone(`${region}/${place}`)
      if (zone) return zone
    }
  }
  return undefined
}

import { findZone, utc, type Zone } from "#kernel/time/zone.ts"
import type { Component } from "./components.ts"
import type { CalendarSpan } from "./expand-rule.ts"
import type { Zones } from "./known-zones.ts"
import type { Spend } from "./limits.ts"
import { readDescribedZone } from "./vtimezone.ts"
import { windowsZones } from "./windows-zones.ts"

/**
 * IANA names (also at the end of a TZID) and Windows' names come first: a VTIMEZONE is often incomplete or outdated.
 */
export function openZones(
  own: Zone,
  described: Component[],
  { span, spend }: { span: CalendarSpan; spend: Spend },
): Zones {
  const fromCalendar = new Map<string, Zone>()
  for (const component of described) {
    const zone = readDescribedZone(component, { span, spend })
    if (zone) fromCalendar.set(zone.tzid, zone.zone)
  }
  const found = new Map<string, Zone | undefined>()
  let unknown = 0
  return {
    own,
    find(tzid) {
      if (tzid === undefined) return own
      if (!found.has(tzid)) found.set(tzid, findByName(tzid) ?? fromCalendar.get(tzid))
      const zone = found.get(tzid)
      if (!zone) unknown++
      return zone ?? own
    },
    unknown: () => unknown,
  }
}

/** Some programs put a prefix before IANA's name: `/mozilla.org/20050126_1/Europe/Berlin`. */
function findByName(tzid: string): Zone | undefined {
  const name = tzid.trim()
  if (/^(UTC|Etc\/UTC|Z|GMT)$/i.test(name)) return utc
  const windows = Object.hasOwn(windowsZones, name.toLowerCase()) && windowsZones[name.toLowerCase()]
  if (windows) return findZone(windows)
  if (!name.startsWith("/")) return findZone(name)
  const parts = name.split("/")
  return findZone(parts.slice(-3).join("/")) ?? findZone(parts.slice(-2).join("/"))
}

import type { Zone } from "#kernel/time/zone.ts"
import type { SplitCalendar } from "./components.ts"
import type { CalendarSpan } from "./expand-rule.ts"
import type { Zones } from "./known-zones.ts"
import type { Spend } from "./limits.ts"
import { findProperty, readProperties } from "./properties.ts"
import { readDescribedZone } from "./vtimezone.ts"
import { clearName, findPlace, findSpokenZone } from "./zone-names.ts"

/**
 * IANA names with a slash come first (also at the end of a TZID), then what the calendar describes: `BST` or `Eastern`
 * is its own word. Windows' names and others that programs write come last.
 */
export function openZones(
  own: Zone,
  { zones: described, lines }: Pick<SplitCalendar, "zones" | "lines">,
  { span, spend }: { span: CalendarSpan; spend: Spend },
): Zones {
  const fromCalendar = new Map<string, Zone>()
  for (const component of described) {
    const zone = readDescribedZone(component, { span, spend })
    if (zone) fromCalendar.set(clearName(zone.tzid), zone.zone)
  }
  const found = new Map<string, Zone | undefined>()
  const find = (tzid: string) => {
    if (!found.has(tzid)) {
      const name = clearName(tzid)
      found.set(tzid, findPlace(name) ?? fromCalendar.get(name) ?? findSpokenZone(name))
    }
    return found.get(tzid)
  }
  const named = findProperty(readProperties({ lines }), "x-wr-timezone")
  const floating = (named && find(named.value)) ?? own
  let unknown = 0
  return {
    own,
    floating,
    find(tzid) {
      const zone = find(tzid)
      if (!zone) unknown++
      return zone ?? own
    },
    unknown: () => unknown,
    ofMidnights: [own, floating, ...[...fromCalendar.values()].slice(0, 10)],
  }
}

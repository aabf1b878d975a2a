import { dayMs } from "#kernel/time/units.ts"
import { findZone, utc } from "#kernel/time/zone.ts"
import { type Component, splitCalendar } from "./components.ts"
import { type CalendarEvent, readEvent } from "./event.ts"
import type { Zones } from "./known-zones.ts"
import { CalendarFault, limits, openBudget, tooMuch } from "./limits.ts"
import type { CalendarWindow, ReadCalendar } from "./port.ts"
import { expandSeries, type Series } from "./series.ts"
import { openZones } from "./zones.ts"

/** Invalid events are left out and counted. @throws CalendarFault when the whole calendar is refused. */
export function readCalendar(text: string, { from, to, timeZone }: CalendarWindow): ReadCalendar {
  const { events, zones: described } = splitCalendar(text)
  const spend = openBudget()
  const span = { from, to }
  const zones = openZones(findZone(timeZone) ?? utc, described, { span, spend })
  const counts = { unreadableEvents: 0, unknownZoneEvents: 0 }
  const read = events.flatMap((component) => readOrCount(component, zones, counts))
  const busy = []
  for (const series of byUid(read)) {
    try {
      busy.push(...expandSeries(series, span, spend))
    } catch (error) {
      if (error instanceof CalendarFault) throw error
      counts.unreadableEvents += series.length
    }
    if (busy.length > limits.spans) {
      throw tooMuch(`more than ${limits.spans} events in the next ${Math.round((to - from) / dayMs)} days`)
    }
  }
  return { busy: busy.sort((a, b) => a.startsAt - b.startsAt || a.endsAt - b.endsAt), ...counts }
}

function readOrCount(
  component: Component,
  zones: Zones,
  counts: Pick<ReadCalendar, "unreadableEvents" | "unknownZoneEvents">,
): CalendarEvent[] {
  const unknownBefore = zones.unknown()
  try {
    const event = readEvent(component, zones)
    if (zones.unknown() > unknownBefore) counts.unknownZoneEvents++
    return [event]
  } catch (error) {
    if (error instanceof CalendarFault) throw error
    counts.unreadableEvents++
    return []
  }
}

/** Groups events by UID. Each event without one is a series of its own. */
function byUid(events: CalendarEvent[]): Series[] {
  const known = new Map<string, Series>()
  const alone: Series[] = []
  for (const event of events) {
    const series = known.get(event.uid)
    if (event.uid === "") alone.push([event])
    else if (series) series.push(event)
    else known.set(event.uid, [event])
  }
  return [...known.values(), ...alone]
}

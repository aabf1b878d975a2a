import { dateOf } from "#kernel/time/days.ts"
import { dayMs } from "#kernel/time/units.ts"
import { findZone, utc } from "#kernel/time/zone.ts"
import { type Component, splitCalendar } from "./components.ts"
import { type CalendarEvent, readEvent, readPeriods, titleOf } from "./event.ts"
import type { CalendarSpan } from "./expand-rule.ts"
import type { Zones } from "./known-zones.ts"
import { CalendarFault, limits, openBudget, openShare, type Spend, tooMuch } from "./limits.ts"
import { instantOf } from "./moments.ts"
import type { BusySpan, CalendarWindow, LeftOutEvent, ReadCalendar } from "./port.ts"
import { findProperty, readProperties } from "./properties.ts"
import { expandSeries, type Series } from "./series.ts"
import { openZones } from "./zones.ts"

interface Part {
  spans: BusySpan[]
  name: LeftOutEvent
  events: number
}

interface Reading {
  zones: Zones
  span: CalendarSpan
  leftOut: LeftOut
}

/** Odd events are left out and named. @throws CalendarFault when the whole calendar is refused. */
export function readCalendar(text: string, { from, to, timeZone, addresses = [] }: CalendarWindow): ReadCalendar {
  const span = { from, to }
  const spend = openBudget()
  const leftOut = openLeftOut()
  const split = splitCalendar(text, { before: dateOf(from - 7 * dayMs).replaceAll("-", ""), addresses })
  const zones = openZones(findZone(timeZone) ?? utc, split, { span, spend })
  const reading = { zones, span, leftOut }
  const { events, unknownZoneEvents } = readEvents(split.events, reading)
  const parts = [
    ...byUid(events).map((series) => toPart(series, { ...reading, spend: openShare(spend) })),
    ...split.freeBusy.map((component) => toFreeBusyPart(component, reading)),
  ]
  const busy = fitting(parts, reading)
  return {
    busy: busy.sort((a, b) => a.startsAt - b.startsAt || a.endsAt - b.endsAt),
    unreadableEvents: leftOut.count(),
    leftOut: leftOut.named,
    unknownZoneEvents,
  }
}

function readEvents(components: Component[], { zones, leftOut }: Reading) {
  let unknownZoneEvents = 0
  const events = components.flatMap((component) => {
    const before = zones.unknown()
    const read = () => readEvent(component, zones)
    const event = leftOut.unless(read, () => nameOf(component))
    if (event && zones.unknown() > before) unknownZoneEvents++
    return event ?? []
  })
  return { events, unknownZoneEvents }
}

function toPart(series: Series, reading: Reading & { spend: Spend }): Part {
  const [first] = series
  const name = { title: first?.title ?? "", ...(first && { date: dateOf(first.start.wall) }) }
  const read = () => expandSeries(series, reading)
  return { spans: reading.leftOut.unless(read, () => name, series.length) ?? [], name, events: series.length }
}

function toFreeBusyPart(component: Component, { zones, span, leftOut }: Reading): Part {
  const name = { title: "Busy times" }
  const read = () => readFreeBusy(component, zones, span)
  return { spans: leftOut.unless(read, () => name) ?? [], name, events: 1 }
}

/** The busy spans of all parts. Above the limit, the longest series are left out first. */
function fitting(parts: Part[], { leftOut, span: { from, to } }: Reading): BusySpan[] {
  let total = parts.reduce((sum, { spans }) => sum + spans.length, 0)
  if (total <= limits.spans) return parts.flatMap(({ spans }) => spans)
  const sorted = parts.toSorted((a, b) => b.spans.length - a.spans.length)
  while (total > limits.spans) {
    const longest = sorted.shift()
    if (!longest || longest.spans.length <= limits.spansOfSeries) {
      throw tooMuch(`more than ${limits.spans} events in the next ${Math.round((to - from) / dayMs)} days`)
    }
    total -= longest.spans.length
    leftOut.add(longest.name, longest.events)
  }
  return sorted.flatMap(({ spans }) => spans)
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

/** The busy spans of a VFREEBUSY (RFC 5545 section 3.6.4) that overlap `span`. Throws an Error when it is invalid. */
function readFreeBusy(component: Component, zones: Zones, span: CalendarSpan): BusySpan[] {
  if (component.hasEndlessLine) throw new Error("A line is too long.")
  const properties = readProperties(component)
  const title = titleOf(properties) || "Busy"
  return properties
    .filter(({ name, parameters }) => name === "freebusy" && !/^free$/i.test(parameters.fbtype ?? ""))
    .flatMap((property) => readPeriods(property, { zones, near: zones.floating }))
    .map(({ start, length = { days: 0, ms: 0 } }) => ({
      startsAt: instantOf(start),
      endsAt: instantOf({ ...start, wall: start.wall + length.days * dayMs }) + length.ms,
      title,
      isAllDay: false,
    }))
    .filter(({ startsAt, endsAt }) => endsAt > startsAt && startsAt < span.to && endsAt > span.from)
}

type LeftOut = ReturnType<typeof openLeftOut>

function openLeftOut() {
  const named: LeftOutEvent[] = []
  let count = 0
  const add = (event: LeftOutEvent, events = 1) => {
    count += events
    if (named.length < limits.namedEvents) named.push(event)
  }
  return {
    named,
    count: () => count,
    add,
    unless<Read>(read: () => Read, name: () => LeftOutEvent, events = 1): Read | undefined {
      try {
        return read()
      } catch (error) {
        if (error instanceof CalendarFault) throw error
        add(name(), events)
        return undefined
      }
    },
  }
}

function nameOf(component: Component): LeftOutEvent {
  const properties = readProperties(component)
  const start = /(\d{4})-?(\d\d)-?(\d\d)/.exec(findProperty(properties, "dtstart")?.value ?? "")
  return { title: titleOf(properties), ...(start && { date: start.slice(1).join("-") }) }
}

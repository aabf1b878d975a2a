import { dayMs } from "#kernel/time/units.ts"
import type { Zone } from "#kernel/time/zone.ts"
import type { Component } from "./components.ts"
import type { Zones } from "./known-zones.ts"
import { instantOf, itemsOf, type Moment, momentOf, readMoments } from "./moments.ts"
import { findProperty, type Property, propertyText, readProperties } from "./properties.ts"
import { type Rule, readRule } from "./rule.ts"

/** A duration: whole calendar days, then exact time. */
export interface Length {
  days: number
  ms: number
}

/** An event, a series of events, or (with `replaces`) a changed instance of a series. */
export interface CalendarEvent {
  uid: string
  sequence: number
  title: string
  start: Moment
  length: Length
  /** Neither transparent nor cancelled, and not declined by the member. */
  isBusy: boolean
  rules: Rule[]
  alsoAt: { start: Moment; length?: Length }[]
  notAt: Moment[]
  replaces?: Moment
  /** Whether it also replaces all later instances, moved by the same time. */
  isFromThereOn: boolean
}

/** Reads a VEVENT (RFC 5545 section 3.6.1). Throws an Error when it is invalid. */
export function readEvent(component: Component, zones: Zones): CalendarEvent {
  if (component.hasEndlessLine) throw new Error("A line is too long.")
  const properties = readProperties(component)
  const startProperty = findProperty(properties, "dtstart")
  const [start] = startProperty ? readMoments(startProperty, zones) : []
  if (!start) throw new Error("An event starts somewhere.")
  const replaced = findProperty(properties, "recurrence-id")
  const [replaces] = replaced ? readMoments(replaced, zones) : []
  const all = (name: string) => properties.filter((property) => property.name === name)
  const near = start.isDate ? zones.floating : start.zone
  return {
    uid: propertyText(properties, "uid"),
    sequence: Number(propertyText(properties, "sequence")) || 0,
    title: titleOf(properties),
    start,
    length: readLength(properties, start, zones),
    isBusy:
      !/^transparent$/i.test(propertyText(properties, "transp")) &&
      !/^cancelled$/i.test(propertyText(properties, "status")) &&
      !component.isDeclined,
    rules: all("rrule").map(({ value }) => readRule(value)),
    alsoAt: all("rdate").flatMap((property) => readPeriods(property, { zones, near })),
    notAt: all("exdate").flatMap((property) => readMoments(property, zones, near)),
    ...(replaces && { replaces }),
    isFromThereOn: /^thisandfuture$/i.test(replaced?.parameters.range ?? ""),
  }
}

export function titleOf(properties: Property[]): string {
  const isPrivate = /^(private|confidential)$/i.test(propertyText(properties, "class"))
  return isPrivate ? "Private event" : propertyText(properties, "summary").slice(0, 500)
}

/** RFC 5545 section 3.8.5.3: with DTEND "the same exact duration will apply", else "the same nominal duration". */
function readLength(properties: Property[], start: Moment, zones: Zones): Length {
  const endProperty = findProperty(properties, "dtend")
  const [end] = endProperty ? readMoments(endProperty, zones, start.isDate ? zones.floating : start.zone) : []
  if (end && start.isDate) return { days: Math.max(1, Math.round((end.wall - start.wall) / dayMs)), ms: 0 }
  if (end) return { days: 0, ms: Math.max(0, instantOf(end) - instantOf(start)) }
  const duration = findProperty(properties, "duration")
  const { days, ms } = duration ? readDuration(duration.value) : { days: 0, ms: 0 }
  return { days: start.isDate && ms === 0 ? Math.max(1, days) : days, ms }
}

export function readPeriods(
  { parameters: { tzid }, value }: Property,
  places: { zones: Zones; near: Zone },
): { start: Moment; length?: Length }[] {
  return itemsOf(value).map((part) => {
    const [from, to] = part.split("/")
    const start = momentOf(from, tzid, places)
    if (to === undefined) return { start }
    if (/^\s*[+-]?P/i.test(to)) return { start, length: readDuration(to) }
    const end = momentOf(to, tzid, places)
    return { start, length: { days: 0, ms: Math.max(0, instantOf(end) - instantOf(start)) } }
  })
}

/** Reads `P1W`, `P1DT2H30M` (RFC 5545 section 3.3.6). Negative durations count as zero. */
function readDuration(value: string): Length {
  const match = /^([+-]?)P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/.exec(
    value.trim().toUpperCase(),
  )
  if (!match) throw new Error("A duration is expected.")
  if (match[1] === "-") return { days: 0, ms: 0 }
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(2, 7).map((part) => Number(part ?? 0))
  return { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1_000 }
}

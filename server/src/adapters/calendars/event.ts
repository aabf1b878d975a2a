import { dayMs } from "#kernel/time/units.ts"
import type { Component } from "./components.ts"
import type { Zones } from "./known-zones.ts"
import { instantOf, type Moment, readMoment, readMoments } from "./moments.ts"
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
  /** Neither transparent nor cancelled. */
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
  const properties = readProperties(component)
  const startProperty = findProperty(properties, "dtstart")
  const [start] = startProperty ? readMoments(startProperty, zones) : []
  if (!start) throw new Error("An event starts somewhere.")
  const replaced = findProperty(properties, "recurrence-id")
  const [replaces] = replaced ? readMoments(replaced, zones) : []
  const all = (name: string) => properties.filter((property) => property.name === name)
  return {
    uid: propertyText(properties, "uid"),
    sequence: Number(propertyText(properties, "sequence")) || 0,
    title: /^(private|confidential)$/i.test(propertyText(properties, "class"))
      ? "Private event"
      : propertyText(properties, "summary").slice(0, 500),
    start,
    length: readLength(properties, start, zones),
    isBusy:
      !/^transparent$/i.test(propertyText(properties, "transp")) &&
      !/^cancelled$/i.test(propertyText(properties, "status")),
    rules: all("rrule").map(({ values }) => readRule(values[0] as Record<string, unknown>)),
    alsoAt: all("rdate").flatMap((property) => readExtra(property, zones)),
    notAt: all("exdate").flatMap((property) => readMoments(property, zones)),
    ...(replaces && { replaces }),
    isFromThereOn: /^thisandfuture$/i.test(replaced?.parameters.range ?? ""),
  }
}

/** RFC 5545 section 3.8.5.3: with DTEND "the same exact duration will apply", else "the same nominal duration". */
function readLength(properties: Property[], start: Moment, zones: Zones): Length {
  const endProperty = findProperty(properties, "dtend")
  const [end] = endProperty ? readMoments(endProperty, zones) : []
  if (end && start.isDate) return { days: Math.max(1, Math.round((end.wall - start.wall) / dayMs)), ms: 0 }
  if (end) return { days: 0, ms: Math.max(0, instantOf(end) - instantOf(start)) }
  const duration = findProperty(properties, "duration")
  if (duration) return readDuration(duration.values[0])
  return { days: start.isDate ? 1 : 0, ms: 0 }
}

function readExtra(property: Property, zones: Zones): CalendarEvent["alsoAt"] {
  return readMoments(property, zones).map((start, index) => {
    const value = property.values[index]
    if (!Array.isArray(value)) return { start }
    const [, end] = value
    if (/^[+-]?P/.test(String(end))) return { start, length: readDuration(end) }
    const endsAt = readMoment(end, start.zone, zones.own)
    return { start, length: { days: 0, ms: Math.max(0, instantOf(endsAt) - instantOf(start)) } }
  })
}

/** Reads `P1W`, `P1DT2H30M` (RFC 5545 section 3.3.6). Negative durations count as zero. */
function readDuration(value: unknown): Length {
  const match = /^([+-]?)P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/.exec(
    String(value),
  )
  if (!match) throw new Error("A duration is expected.")
  if (match[1] === "-") return { days: 0, ms: 0 }
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(2, 7).map((part) => Number(part ?? 0))
  return { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1_000 }
}

import { dayMs } from "#kernel/time/units.ts"
import { utc } from "#kernel/time/zone.ts"
import type { CalendarEvent, Length } from "./event.ts"
import { type CalendarSpan, expandRule } from "./expand-rule.ts"
import type { Zones } from "./known-zones.ts"
import { limits, type Spend } from "./limits.ts"
import { instantOf, type Moment, readMoment } from "./moments.ts"
import type { BusySpan } from "./port.ts"
import type { Rule } from "./rule.ts"

export type Series = CalendarEvent[]

interface Instance {
  event: CalendarEvent
  start: Moment
  length: Length
}

interface Reading {
  zones: Zones
  span: CalendarSpan
  spend: Spend
}

/** The busy spans of a series that overlap `span` (instants). Throws an Error when it repeats too often. */
export function expandSeries(series: Series, reading: Reading): BusySpan[] {
  const { span, zones } = reading
  const { masters, changes } = newest(series, zones)
  const later = changes.filter(({ isFromThereOn }) => isFromThereOn)
  const isReplaced = matcher(changes.flatMap(({ replaces }) => replaces ?? []))
  const widest = Math.max(0, ...later.map((change) => Math.abs(shiftOf(change))))
  const wide = { ...reading, span: { from: span.from - widest, to: span.to + widest } }

  const instances = masters
    .flatMap((event) => instancesOf(event, wide).filter(({ start }) => !isReplaced(start)))
    .map((instance) => changeLater(instance, later))
  const own = changes.map((event) => ({ event, start: event.start, length: event.length }))
  return [...instances, ...own]
    .filter(({ event }) => event.isBusy)
    .map(toBusySpan)
    .filter(({ startsAt, endsAt }) => endsAt > startsAt && startsAt < span.to && endsAt > span.from)
}

/** Keeps the versions with the highest SEQUENCE (RFC 5545 section 3.8.7.4). */
function newest(series: Series, zones: Zones): { masters: CalendarEvent[]; changes: CalendarEvent[] } {
  const bare = series.filter(({ replaces }) => !replaces)
  const highest = Math.max(...bare.map(({ sequence }) => sequence))
  const changes = new Map<number, CalendarEvent>()
  for (const event of series) {
    if (!event.replaces) continue
    const replaces = comparable(event.replaces, bare[0]?.start ?? event.start, zones)
    const at = instantOf(replaces)
    const other = changes.get(at)
    if (!other || other.sequence <= event.sequence) changes.set(at, { ...event, replaces })
  }
  return { masters: bare.filter(({ sequence }) => sequence === highest), changes: [...changes.values()] }
}

function instancesOf(event: CalendarEvent, { span, spend, zones }: Reading): Instance[] {
  const { start, length, rules, alsoAt, notAt } = event
  const reach = length.days * dayMs + length.ms + 2 * dayMs
  const walls = { from: start.zone.toWall(span.from) - reach, to: start.zone.toWall(span.to) + 2 * dayMs }
  const found = new Map<number, Instance>()
  const add = (instance: Instance) => found.set(instantOf(instance.start), instance)
  add({ event, start, length })
  for (const rule of rules) {
    const until = lastWall(rule, start, zones)
    for (const wall of expandRule(rule, start.wall, { span: walls, until, spend })) {
      add({ event, start: { ...start, wall }, length })
      if (found.size > limits.instances) throw new Error("The event repeats too often for its length.")
    }
  }
  for (const extra of alsoAt) add({ event, start: alike(extra.start, start, zones), length: extra.length ?? length })
  const isExcluded = matcher(notAt.map((moment) => comparable(moment, start, zones)))
  return [...found.values()].filter(({ start }) => !isExcluded(start))
}

/** UNTIL as a wall time of the series. A date includes that whole day. */
function lastWall({ until }: Rule, start: Moment, zones: Zones): number {
  if (until === undefined) return Number.POSITIVE_INFINITY
  const { zone } = start
  const moment = comparable(readMoment(until, { ofDates: zone, ofTimes: zone }), start, zones)
  return moment.isDate ? moment.wall + dayMs - 1 : zone.toWall(instantOf(moment))
}

/** A moment of an exception, a change or a rule, as it is compared with the starts of a series. */
function comparable(moment: Moment, start: Moment, zones: Zones): Moment {
  if (start.isDate) return { ...start, wall: dayOf(moment, zones) * dayMs }
  return moment.isFloating ? { ...moment, zone: start.zone } : moment
}

/** The start of an extra instance: a day in a series of days, and a day's usual time in one of times. */
function alike(moment: Moment, start: Moment, zones: Zones): Moment {
  const timeOfDay = start.wall - Math.floor(start.wall / dayMs) * dayMs
  return moment.isDate && !start.isDate ? { ...start, wall: moment.wall + timeOfDay } : comparable(moment, start, zones)
}

/**
 * The number of the day that is written, whatever its zone. Exchange and Google write a whole day's midnight in UTC,
 * as `20210511T220000Z` for 12 May in Berlin, or the second before.
 */
function dayOf({ wall, zone, isDate }: Moment, { ofMidnights }: Zones): number {
  const written = Math.floor(wall / dayMs)
  if (isDate || zone !== utc || wall === written * dayMs) return written
  for (const { toWall } of ofMidnights) {
    const day = Math.floor(toWall(wall) / dayMs)
    const sinceMidnight = toWall(wall) - day * dayMs
    if (sinceMidnight === 0 || sinceMidnight === dayMs - 1_000) return day
  }
  return written
}

/** Returns whether a start is one of `moments`. A date among them means every start on that day. */
function matcher(moments: Moment[]): (start: Moment) => boolean {
  const instants = new Set(moments.filter(({ isDate }) => !isDate).map(instantOf))
  const days = new Set(moments.filter(({ isDate }) => isDate).map(({ wall }) => wall / dayMs))
  return (start) => days.has(Math.floor(start.wall / dayMs)) || instants.has(instantOf(start))
}

/** How far a change moves the instance that it replaces, in wall time. */
function shiftOf({ start, replaces }: CalendarEvent): number {
  return replaces ? start.wall - start.zone.toWall(instantOf(replaces)) : 0
}

/** A change with RANGE=THISANDFUTURE also moves and renames every later instance (RFC 5545 section 3.2.13). */
function changeLater(instance: Instance, later: CalendarEvent[]): Instance {
  const at = instantOf(instance.start)
  const change = later
    .filter(({ replaces }) => replaces && instantOf(replaces) < at)
    .sort((a, b) => instantOf(a.replaces ?? a.start) - instantOf(b.replaces ?? b.start))
    .at(-1)
  if (!change) return instance
  const wall = change.start.zone.toWall(at) + shiftOf(change)
  return { event: change, start: { ...change.start, wall }, length: change.length }
}

function toBusySpan({ event, start, length }: Instance): BusySpan {
  const days = start.zone.toInstant(start.wall + length.days * dayMs)
  return { startsAt: instantOf(start), endsAt: days + length.ms, title: event.title, isAllDay: start.isDate }
}

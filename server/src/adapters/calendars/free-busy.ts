import { dayMs } from "#kernel/time/units.ts"
import type { Component } from "./components.ts"
import { readPeriods, titleOf } from "./event.ts"
import type { CalendarSpan } from "./expand-rule.ts"
import type { Zones } from "./known-zones.ts"
import { instantOf } from "./moments.ts"
import type { BusySpan } from "./port.ts"
import { readProperties } from "./properties.ts"

/** The busy spans of a VFREEBUSY (RFC 5545 section 3.6.4) that overlap `span`. Throws an Error when it is invalid. */
export function readFreeBusy(component: Component, zones: Zones, span: CalendarSpan): BusySpan[] {
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

import { dayMs } from "#kernel/time/units.ts"
import { readOffset, utc, type Zone, zoneOf } from "#kernel/time/zone.ts"
import type { Component } from "./components.ts"
import { type CalendarSpan, expandRule } from "./expand-rule.ts"
import { CalendarFault, openShare, type Spend } from "./limits.ts"
import { itemsOf, readMoment } from "./moments.ts"
import { findProperty, type Property, readProperties } from "./properties.ts"
import { readRule } from "./rule.ts"

const yearMs = 366 * dayMs

/** Reads a VTIMEZONE (RFC 5545 section 3.6.5) for times around `span`. Undefined when it is invalid. */
export function readDescribedZone(
  component: Component,
  { span, spend: total }: { span: CalendarSpan; spend: Spend },
): { tzid: string; zone: Zone } | undefined {
  const spend = openShare(total)
  try {
    const tzid = findProperty(readProperties(component), "tzid")?.value
    const onsets = component.parts.flatMap((part) => readOnsets(readProperties(part), { span, spend }))
    if (tzid === undefined || onsets.length === 0) return undefined
    return { tzid, zone: zoneOf(offsetsBy(onsets)) }
  } catch (error) {
    if (error instanceof CalendarFault) throw error
    return undefined
  }
}

/** When an observance begins: at its start, on its dates, and by its rules from about a year before the span. */
function readOnsets(properties: Property[], { span, spend }: { span: CalendarSpan; spend: Spend }) {
  const startsAt = findProperty(properties, "dtstart")?.value
  const to = findProperty(properties, "tzoffsetto")
  const offsetTo = offsetOf(to)
  const offsetFrom = offsetOf(findProperty(properties, "tzoffsetfrom") ?? to)
  const walls = new Set([wallOf(startsAt)])
  for (const { name, value } of properties) {
    if (name === "rdate") for (const part of itemsOf(value)) walls.add(wallOf(part.split("/")[0]))
    if (name !== "rrule") continue
    const rule = readRule(value)
    const until = rule.until === undefined ? Number.POSITIVE_INFINITY : wallOf(rule.until) + offsetFrom
    const near = { from: Math.min(span.from, until) - 1.1 * yearMs, to: span.to + 1.1 * yearMs }
    for (const wall of expandRule(rule, wallOf(startsAt), { span: near, until, spend })) walls.add(wall)
  }
  return [...walls].map((wall) => ({ at: wall - offsetFrom, offsetFrom, offsetTo }))
}

const wallOf = (text: string | undefined) => readMoment(text, { ofDates: utc, ofTimes: utc }).wall

function offsetOf(property: Property | undefined): number {
  const offset = readOffset(property?.value ?? "none")
  if (offset === undefined) throw new Error("An offset is expected.")
  return offset
}

function offsetsBy(onsets: ReturnType<typeof readOnsets>): (instant: number) => number {
  const sorted = onsets.toSorted((a, b) => a.at - b.at)
  return (instant) => {
    const last = sorted.findLast(({ at }) => at <= instant)
    return last ? last.offsetTo : (sorted[0]?.offsetFrom ?? 0)
  }
}

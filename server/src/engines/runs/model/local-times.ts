import { toLocalIso } from "#kernel/time/iso.ts"
import { findZone, utc, type Zone } from "#kernel/time/zone.ts"
import type { RunState } from "../state/load-run.ts"

/** Fields of built-in tools' answers that hold an instant, as epoch milliseconds or in ISO 8601. */
export const isTimeName = (name: string): boolean => /^(?:at|now|since|dueBy)$|(?:At|Until|Since)$/.test(name)

const isoInUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** Writes an answer's times in ISO 8601 with the zone's offset, so that a model repeats the person's own times. */
export function withLocalTimes(value: unknown, zone: Zone): unknown {
  if (Array.isArray(value)) return value.map((part) => withLocalTimes(part, zone))
  if (typeof value !== "object" || value === null) return value
  const parts = Object.entries(value).map(([name, part]) => {
    const instant = isTimeName(name) ? instantOf(part) : undefined
    return [name, instant === undefined ? withLocalTimes(part, zone) : toLocalIso(instant, zone)]
  })
  return Object.fromEntries(parts)
}

function instantOf(value: unknown): number | undefined {
  if (typeof value === "number") return value
  return typeof value === "string" && isoInUtc.test(value) ? Date.parse(value) : undefined
}

/** The time zone that the person's last question came from. */
export function zoneOfPerson({ messages }: Pick<RunState, "messages">): Zone {
  const facts = messages.findLast((message) => message.facts !== null)?.facts
  const { time_zone: name = "UTC" }: { time_zone?: string } = JSON.parse(facts ?? "{}")
  return findZone(name) ?? utc
}

import ICAL from "ical.js"
import type { Component } from "./components.ts"

/** A property as jCal has it (RFC 7265 section 3.4): several values where the property may have several. */
export interface Property {
  name: string
  parameters: Record<string, string>
  type: string
  values: unknown[]
}

/** Reads the lines of a component; a line that is no property of its kind throws. */
export function readProperties({ lines }: Component): Property[] {
  return lines.map((line) => {
    const [name, parameters, type, ...values] = ICAL.parse.property(line, ICAL.design.icalendar) as unknown as [
      string,
      Record<string, string>,
      string,
      ...unknown[],
    ]
    return { name, parameters, type, values }
  })
}

/** The last property of a name, as most readers take it. */
export function findProperty(properties: Property[], name: string): Property | undefined {
  return properties.findLast((property) => property.name === name)
}

export function textOf(properties: Property[], name: string): string {
  return String(findProperty(properties, name)?.values[0] ?? "")
}

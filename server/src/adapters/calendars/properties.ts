import ICAL from "ical.js"
import type { Component } from "./components.ts"

/** A property in the form of jCal (RFC 7265 section 3.4), with all its values. */
export interface Property {
  name: string
  parameters: Record<string, string>
  type: string
  values: unknown[]
}

/** Parses the lines of a component. Throws an Error for an invalid line. */
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

/** Finds the last property with a name, as most readers do. */
export function findProperty(properties: Property[], name: string): Property | undefined {
  return properties.findLast((property) => property.name === name)
}

export function propertyText(properties: Property[], name: string): string {
  return String(findProperty(properties, name)?.values[0] ?? "")
}

import type { Component } from "./components.ts"

/** A property with its value as written, without outer spaces. */
export interface Property {
  name: string
  parameters: Record<string, string | undefined>
  value: string
}

const time = String.raw`\d\d:?\d\d(?::?\d\d)?(?:[.,]\d+)?\s*(?:Z|[+-]\d\d:?\d\d)?`
const moment = String.raw`\d{4}-?\d\d-?\d\d(?:[T\s]\s*${time})?T?:*Z?`
const length = String.raw`[+-]?P[\dWDTHMS]*`
const item = String.raw`(?:${moment})(?:\s*/\s*(?:${moment}|${length}))?`
/** A line that ends in times. Programs write zones with colons, such as `TZID=GMT+05:30`, without quotes. */
const timed = new RegExp(String.raw`^(.*?):\s*(${item}(?:\s*[,;]\s*${item})*[\s,;]*)$`, "i")
const usual = /^([^":]*(?:"[^"]*"[^":]*)*):(.*)$/s
const timedNames = /^(DTSTART|DTEND|EXDATE|RDATE|RECURRENCE-ID|FREEBUSY)\b/i
const parameter = /;\s*([\w-]+)\s*=\s*(?:"([^"]*)"?|([^;]*))/g

/** Reads a component's lines. One without a value is left out, as if it were not there. */
export function readProperties({ lines }: Pick<Component, "lines">): Property[] {
  return lines.map(readProperty).filter(({ value }) => value !== "")
}

function readProperty(line: string): Property {
  const at = line.indexOf(":")
  const [, head = line.slice(0, at), value = line.slice(at + 1)] =
    (timedNames.test(line) && timed.exec(line)) || usual.exec(line) || []
  const parameters: Record<string, string | undefined> = Object.create(null)
  for (const [, name = "", quoted, bare = ""] of head.matchAll(parameter)) {
    parameters[name.toLowerCase()] = (quoted ?? bare).trim()
  }
  return { name: (/^[\w-]+/.exec(head)?.[0] ?? "").toLowerCase(), parameters, value: value.trim() }
}

/** Finds the last property with a name, as most readers do. */
export function findProperty(properties: Property[], name: string): Property | undefined {
  return properties.findLast((property) => property.name === name)
}

export function propertyText(properties: Property[], name: string): string {
  return unescaped(findProperty(properties, name)?.value ?? "")
}

export const unescaped = (value: string) =>
  value.replace(/\\(.)/g, (_, letter: string) => (letter === "n" || letter === "N" ? "\n" : letter))

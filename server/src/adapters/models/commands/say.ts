import { isRecord } from "../is-record.ts"

/** The objects in a named list of an answer; empty where there is no list. */
export function listIn(result: unknown, name: string): Record<string, unknown>[] {
  const list = isRecord(result) ? result[name] : undefined
  return Array.isArray(list) ? list.filter(isRecord) : []
}

/** A field as escaped text; empty where it is missing. */
export function textIn(thing: unknown, name: string): string {
  const value = isRecord(thing) ? thing[name] : undefined
  return typeof value === "string" || typeof value === "number" ? asText(String(value)) : ""
}

const address = /^https?:\/\/[^\s\\`*[\]<>|~]+$/

/** Escapes Markdown and line breaks, so that the author of a text cannot format it. Addresses stay unchanged. */
export const asText = (text: string) =>
  address.test(text) ? text : text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_[\]<>|#~]/g, "\\$&")

/** A citation of an object, which the page shows as a link; `text` where the object has no id. */
export function cited(kind: string, thing: unknown, text = ""): string {
  const id = isRecord(thing) ? thing.id : undefined
  return typeof id === "string" && /^[\w-]{1,64}$/.test(id) ? `[[${kind}:${id}]]` : text
}

export function numberIn(thing: unknown, name: string): number {
  const value = isRecord(thing) ? thing[name] : undefined
  return typeof value === "number" && Number.isFinite(value) ? value : 0
}

export const partIn = (thing: unknown, name: string): unknown => (isRecord(thing) ? thing[name] : undefined)

/** The most items that are listed; of the others only the number is shown. */
const mostNamed = 20

export function listed<Item>(
  items: readonly Item[],
  { none, some, line }: { none: string; some: string; line: (item: Item) => string },
): string {
  if (items.length === 0) return none
  const lines = items.slice(0, mostNamed).map((item) => `- ${line(item)}`)
  const more = items.length - lines.length
  return [some, "", ...lines, ...(more > 0 ? [`- … and ${more} more`] : [])].join("\n")
}

export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`

/** Epoch milliseconds of a time in RFC 3339 or in epoch milliseconds. */
export function timeIn(thing: unknown, name: string): number {
  const value = isRecord(thing) ? thing[name] : undefined
  return typeof value === "number" ? value : typeof value === "string" ? Date.parse(value) : Number.NaN
}

/** A moment in UTC: `2026-11-20 12:00 UTC`. */
export function momentIn(thing: unknown, name: string): string {
  const time = timeIn(thing, name)
  if (!Number.isFinite(time) || Math.abs(time) > 8.64e15) return ""
  return `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`
}

/** An amount of money in minor units: `19.00 USD`. */
export function money(cents: number, currency: string): string {
  const isKnown = /^[a-z]{3}$/i.test(currency)
  const format = isKnown ? new Intl.NumberFormat("en", { style: "currency", currency }) : undefined
  const digits = format?.resolvedOptions().maximumFractionDigits ?? 2
  return `${(cents / 10 ** digits).toFixed(digits)} ${currency.toUpperCase()}`
}

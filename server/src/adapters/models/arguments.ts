import { isRecord } from "./is-record.ts"

/** Reads the arguments of a call. Text that is not JSON is in `malformed`. */
export function readArguments(text: string): { arguments: unknown; malformed?: string } {
  try {
    const value = text.trim() === "" ? {} : parseDigits(text)
    return { arguments: unwrapped(value) }
  } catch {
    return { arguments: undefined, malformed: text }
  }
}

/** Parses JSON. An integer that JavaScript would round becomes text with its digits. */
function parseDigits(json: string): unknown {
  return JSON.parse(json, (_name, value: unknown, context?: { source?: string }) => {
    const isRounded = typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)
    return isRounded && /^-?\d+$/.test(context?.source ?? "") ? context?.source : value
  })
}

/** Undefined for text that is no JSON. */
export function digitsIn(json: string): unknown {
  try {
    return parseDigits(json)
  } catch {
    return undefined
  }
}

/** Some models write the object as a text of JSON, or null for none. */
function unwrapped(value: unknown): unknown {
  if (value === null) return {}
  if (typeof value !== "string" || !/^\s*\{/.test(value)) return value
  const inner = digitsIn(value)
  return isRecord(inner) ? inner : value
}

/** A call of chat completions whose arguments are text. Some servers write an object. */
export function mendCall(call: unknown): unknown {
  if (!isRecord(call)) return call
  const called = isRecord(call.function) ? call.function : {}
  const given = called.arguments
  const written = given == null || typeof given === "string" ? given : JSON.stringify(given)
  return { ...call, function: { ...called, arguments: written } }
}

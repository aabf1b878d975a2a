import { parseDigits, unwrapArguments } from "#kernel/tools/arguments.ts"
import { isRecord } from "./is-record.ts"

/** Reads the arguments of a call. Text that is not JSON is in `malformed`. */
export function readArguments(text: string): { arguments: unknown; malformed?: string } {
  try {
    const value = text.trim() === "" ? {} : parseDigits(text)
    return { arguments: unwrapArguments(value) }
  } catch {
    return { arguments: undefined, malformed: text }
  }
}

/** A call of chat completions whose arguments are text. Some servers write an object. */
export function mendCall(call: unknown): unknown {
  if (!isRecord(call)) return call
  const called = isRecord(call.function) ? call.function : {}
  const given = called.arguments
  const written = given == null || typeof given === "string" ? given : JSON.stringify(given)
  return { ...call, function: { ...called, arguments: written } }
}

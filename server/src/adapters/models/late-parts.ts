import { isRecord } from "./is-record.ts"

/** Returns a function that says whether an event comes after the model's end. Late calls are not of the answer. */
export function latePartsOf(wire: "anthropic" | "openai"): (event: unknown) => boolean {
  let hasEnded = false
  const isEnd = wire === "anthropic" ? endsMessage : endsChoice
  return (event) => {
    const isLate = hasEnded
    hasEnded ||= isEnd(event)
    return isLate
  }
}

/** Messages API: `message_delta` has the stop reason. */
function endsMessage(event: unknown): boolean {
  return isRecord(event) && isRecord(event.delta) && typeof event.delta.stop_reason === "string"
}

/** Chat completions: the last choice has the finish reason, possibly with the last text. */
function endsChoice(event: unknown): boolean {
  const choice: unknown = isRecord(event) && Array.isArray(event.choices) ? event.choices[0] : undefined
  return isRecord(choice) && typeof choice.finish_reason === "string"
}

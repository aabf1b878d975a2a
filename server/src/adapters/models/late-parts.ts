import { isRecord } from "./is-record.ts"

/**
 * Tells from the events of a wire, each in turn, whether what it says comes after the model had ended its answer. Such
 * parts are left out: nobody asked for them, and a call among them would be one that the model did not end with.
 */
export function latePartsOf(wire: "anthropic" | "openai"): (event: unknown) => boolean {
  let hasEnded = false
  const isEnd = wire === "anthropic" ? endsMessage : endsChoice
  return (event) => {
    const isLate = hasEnded
    hasEnded ||= isEnd(event)
    return isLate
  }
}

/** Messages API: `message_delta` has the reason why the model stopped. */
function endsMessage(event: unknown): boolean {
  return isRecord(event) && isRecord(event.delta) && typeof event.delta.stop_reason === "string"
}

/** Chat completions: the last choice has the reason, perhaps beside its last words. */
function endsChoice(event: unknown): boolean {
  const choice: unknown = isRecord(event) && Array.isArray(event.choices) ? event.choices[0] : undefined
  return isRecord(choice) && typeof choice.finish_reason === "string"
}

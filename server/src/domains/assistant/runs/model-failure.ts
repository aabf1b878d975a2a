import { ModelFailure } from "#adapters/models/port.ts"

const words: Readonly<Record<ModelFailure["reason"], string>> = {
  refused: "The model rejected this request. Ask an admin to check the model settings.",
  busy: "The model is overloaded.",
  broken: "The model provider has a problem.",
  unreachable: "The model is unreachable.",
  cut: "The model's answer was cut off.",
  "too long": "This conversation is too long. Remove a file or start a new one.",
  "too much": "The model's answer was too large. Nothing was done.",
  "too many calls": "The model requested more than 100 actions at once. Nothing was done.",
  key: "The model rejected its API key. Ask an owner to replace it.",
}

/** Why a model did not answer, as people read it. Admins also read the provider's reason. */
export function failureWords(thrown: unknown, { isAdmin }: { isAdmin: boolean }): string {
  if (!(thrown instanceof ModelFailure)) return words.unreachable
  const { reason, retryAfterMs } = thrown
  if (reason === "refused" && isAdmin)
    return `The model rejected this request (${causeOf(thrown)}). Check SVC_MODEL_URL and SVC_ASSISTANT_LIMITS, or remove a file.`
  const isTimeKnown = reason === "busy" && retryAfterMs !== undefined && retryAfterMs > 0
  return isTimeKnown ? `${words.busy} Try again in ${durationWords(retryAfterMs)}.` : words[reason]
}

export function isExcess(thrown: unknown): boolean {
  return thrown instanceof ModelFailure && (thrown.reason === "too much" || thrown.reason === "too many calls")
}

/** The provider's reason in a few safe words, such as `HTTP 400 invalid_request_error about max_tokens`. */
export function causeOf(thrown: unknown): string {
  const cause = thrown instanceof ModelFailure ? thrown.cause : thrown
  return cause instanceof Error ? cause.message : "no word of it"
}

/** Each unit: the longest time shown in it in milliseconds, its length in milliseconds, and its name. */
const units = [
  [90_000, 1_000, "second"],
  [5_400_000, 60_000, "minute"],
  [Number.POSITIVE_INFINITY, 3_600_000, "hour"],
] as const

function durationWords(ms: number): string {
  const [, size, name] = units.find(([most]) => ms <= most) ?? units[2]
  const count = Math.ceil(ms / size)
  return `${count} ${name}${count === 1 ? "" : "s"}`
}

import { ModelFailure } from "#adapters/models/port.ts"

const words: Readonly<Record<ModelFailure["reason"], string>> = {
  refused: "The model's provider does not accept this question. Tell an admin: it may be a matter of the settings.",
  busy: "The model has too much to do at the moment.",
  broken: "The model's provider has a fault at the moment.",
  unreachable: "The model cannot be reached at the moment.",
  cut: "The model's answer was cut off before it began.",
  "too long": "This conversation is too long for the model. Take a file out of it, or begin a new one.",
  "too much": "The model's answer was larger than one may be, and nothing of it was carried out.",
  "too many calls": "The model wanted to do more than 100 things at once. Nothing of it was done.",
  key: "The model does not accept the key that it is asked with. Whoever set it can mend it.",
}

/** Why a model did not answer, as people read it. Admins also read the provider's reason. */
export function failureWords(thrown: unknown, { isAdmin }: { isAdmin: boolean }): string {
  if (!(thrown instanceof ModelFailure)) return words.unreachable
  const { reason, retryAfterMs } = thrown
  if (reason === "refused" && isAdmin)
    return `The model's provider does not accept this question (${causeOf(thrown)}). Whoever runs this installation can mend the model's settings (SVC_MODEL_URL, SVC_ASSISTANT_LIMITS); a file of the conversation may be the cause as well.`
  const isTimeKnown = reason === "busy" && retryAfterMs !== undefined && retryAfterMs > 0
  return isTimeKnown ? `${words.busy} It can be tried again in ${durationWords(retryAfterMs)}.` : words[reason]
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

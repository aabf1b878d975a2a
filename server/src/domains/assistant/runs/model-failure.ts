import { ModelFailure } from "#adapters/models/port.ts"
import { hourMs } from "#kernel/time/units.ts"

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
  "no credit": "The model's account has no credit left. Ask an owner to add some at the model's provider.",
  "no quota": "The model's account has used up its quota. Ask an owner, or try again later.",
  "no tools": "This model can't use tools, so it can't do anything here. Ask an admin to choose another model.",
  "no model": "The model was not found. Ask an admin to check its name and address.",
  declined: "The model's provider declined this question. Ask it in other words.",
  slow: "The model did not begin to answer. Try again, or ask an owner to let it take longer.",
}

const forAdmins: Partial<Record<ModelFailure["reason"], string>> = {
  refused: "Check SVC_MODEL_URL and SVC_ASSISTANT_LIMITS, or remove a file.",
  key: "Replace it in Assistant settings, or SVC_MODEL_KEY.",
  "no credit": "Add credit at the model's provider, or use another key.",
  "no quota": "Raise the limit at the model's provider, or wait.",
  "no tools": "Name a model in SVC_MODEL_URL that can use tools.",
  "no model": "Check the model's name and address in SVC_MODEL_URL.",
  broken: "Try again in a while.",
  unreachable: "Check SVC_MODEL_URL, and that the model runs.",
  slow: "Raise “Wait for the model” in Assistant settings.",
}

/** Why a model did not answer, as people read it. Admins also read the provider's reason. */
export function failureWords(thrown: unknown, { isAdmin }: { isAdmin: boolean }): string {
  if (!(thrown instanceof ModelFailure)) return words.unreachable
  const { reason, retryAfterMs } = thrown
  const advice = isAdmin ? forAdmins[reason] : undefined
  if (advice !== undefined) return `${firstOf(words[reason])} (${causeOf(thrown)}). ${advice}`
  const isTimeKnown = reason === "busy" && retryAfterMs !== undefined && retryAfterMs > 0
  return isTimeKnown ? `${words.busy} Try again in ${durationWords(retryAfterMs)}.` : words[reason]
}

const firstOf = (text: string) => text.slice(0, text.indexOf("."))

export function isExcess(thrown: unknown): boolean {
  return thrown instanceof ModelFailure && (thrown.reason === "too much" || thrown.reason === "too many calls")
}

/** The log's words for a model's failure; undefined if another fault ended the answer. */
export function refusalOf(thrown: unknown): object | undefined {
  if (!(thrown instanceof ModelFailure)) return undefined
  const { reason, refusal } = thrown
  return { reason, ...refusal, error: String(thrown), cause: causeOf(thrown) }
}

/** The provider's reason in a few safe words, such as `HTTP 400 invalid_request_error about max_tokens`. */
function causeOf(thrown: unknown): string {
  const cause = thrown instanceof ModelFailure ? thrown.cause : thrown
  return cause instanceof Error ? cause.message : "no word of it"
}

/** Each unit: the longest time shown in it in milliseconds, its length in milliseconds, and its name. */
const units = [
  [90_000, 1_000, "second"],
  [5_400_000, 60_000, "minute"],
  [Number.POSITIVE_INFINITY, hourMs, "hour"],
] as const

function durationWords(ms: number): string {
  const [, size, name] = units.find(([most]) => ms <= most) ?? units[2]
  const count = Math.ceil(ms / size)
  return `${count} ${name}${count === 1 ? "" : "s"}`
}

import { isRecord } from "./is-record.ts"
import { ModelFailure } from "./port.ts"

interface ErrorFacts {
  readonly status: number | undefined
  /** A word such as `overloaded_error`. */
  readonly word: string
  /** The fields of the request that it names, such as `max_tokens`. */
  readonly about: readonly string[]
  readonly headers: Readonly<Record<string, unknown>>
}

/** Keeps one short word of the peer, since errors may repeat keys and conversations. `isReading`: the peer answers. */
export function toFailure(
  error: unknown,
  { key, now, isReading }: { key: string | undefined; now: number; isReading: boolean },
): ModelFailure {
  if (error instanceof ModelFailure) return error
  const facts = readError(error)
  const retryAfterMs = readRetryAfter(facts.headers, now)
  const cause = new Error(sentenceOf(facts, key))
  const found = reasonOf(facts)
  const reason = found === "unreachable" && isReading ? "cut" : found
  return new ModelFailure(reason, { isRetryable: retryable.has(reason), retryAfterMs, cause })
}

function readError(error: unknown): ErrorFacts {
  const { statusCode, responseHeaders, responseBody, data, type, code } = isRecord(error) ? error : {}
  const body = isRecord(data) ? data : parsed(responseBody)
  const inner = isRecord(body.error) ? body.error : body
  const word = [inner.code, inner.type, type, code].find((part) => typeof part === "string") ?? ""
  const status = [statusCode, inner.status, inner.code, code].find((part) => typeof part === "number")
  const sentence = typeof inner.message === "string" ? inner.message : ""
  // Only the sentence says that a context is too long, on every wire.
  const isLong = tooLongSays.test(sentence)
  const about = [...new Set(`${inner.param ?? ""} ${sentence}`.match(requestFields))].slice(0, 4)
  return { status, word: isLong ? "too_long" : word, about, headers: isRecord(responseHeaders) ? responseHeaders : {} }
}

/** The request fields that are kept of a sentence. The rest may repeat a text of the conversation. */
const requestFields =
  /\b(?:max_(?:completion_)?tokens|thinking|output_config|effort|reasoning(?:_effort)?|tool_choice|tools|model|stream_options|messages(?:\.\d{1,4}(?:\.content(?:\.\d{1,4})?)?)?)\b/g

/** The refused name of the output limit (newer models want `max_completion_tokens`), or the thinking effort. */
export function refusedPart(error: unknown): "max_tokens" | "effort" | undefined {
  const { status, about } = readError(error)
  if (status !== 400 && status !== 422) return undefined
  if (about.includes("max_tokens") && about.includes("max_completion_tokens")) return "max_tokens"
  return about.some((name) => /^(?:thinking|output_config|effort|reasoning)/.test(name)) ? "effort" : undefined
}

const tooLongSays = /\b(prompt is too long|context (length|size|window)|too many tokens)\b/i

function parsed(text: unknown): Record<string, unknown> {
  try {
    const value: unknown = typeof text === "string" ? JSON.parse(text) : undefined
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

function reasonOf({ status, word }: ErrorFacts): ModelFailure["reason"] {
  if (/^(too_long|request_too_large|context_length_exceeded|exceed_context_size_error)$/.test(word)) return "too long"
  if (status === 413) return "too long"
  if (status === 401 || status === 402 || status === 403 || /^(authentication|permission)_error$/.test(word))
    return "key"
  if (isBusy({ status, word })) return "busy"
  if ((status !== undefined && status >= 500) || /^(api|server)_error$/.test(word)) return "broken"
  if (status === undefined) return word === "" || isSocketFault(word) ? "unreachable" : "refused"
  // The library reports a stream that breaks in its first events as an error with status 200.
  return status < 300 ? "cut" : "refused"
}

const retryable = new Set<ModelFailure["reason"]>(["busy", "broken", "unreachable", "cut"])

/** 529 is Anthropic's status for an overload. */
const busyStatuses = new Set([408, 429, 503, 529])

function isBusy({ status = 0, word }: Pick<ErrorFacts, "status" | "word">): boolean {
  return busyStatuses.has(status) || /^(overloaded|rate_limit)_error$/.test(word)
}

/** Names of system errors, such as ECONNREFUSED, and of the HTTP client's, such as UND_ERR_SOCKET. */
const isSocketFault = (word: string) => /^(E[A-Z]{3,}|UND_ERR_\w+)$/.test(word)

function sentenceOf({ status, word, about }: ErrorFacts, key: string | undefined): string {
  const isPlain = /^[\w.-]{1,60}$/.test(word) && (key === undefined || !(key.includes(word) || word.includes(key)))
  const parts = [status === undefined ? "No answer" : `HTTP ${status}`, isPlain ? word : ""]
  if (about.length > 0) parts.push(`about ${about.join(", ")}`)
  return parts.filter(Boolean).join(" ")
}

/** In milliseconds. RFC 9110 section 10.2.3: seconds, or an HTTP date. Some providers add a header in milliseconds. */
export function readRetryAfter(headers: Readonly<Record<string, unknown>>, now: number): number | undefined {
  const text = (name: string) => (typeof headers[name] === "string" ? headers[name].trim() : "")
  const inMs = text("retry-after-ms")
  if (/^\d{1,9}(\.\d+)?$/.test(inMs)) return Math.ceil(Number(inMs))
  const after = text("retry-after")
  if (/^\d{1,7}(\.\d+)?$/.test(after)) return Math.ceil(Number(after) * 1_000)
  const date = /GMT$/.test(after) ? Date.parse(after) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

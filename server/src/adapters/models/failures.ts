import { isRecord } from "./is-record.ts"
import { ModelFailure } from "./port.ts"

/** What a provider's error says in so many places: the library's own, an event of the stream, or a socket's. */
interface Told {
  readonly status: number | undefined
  /** A word such as `overloaded_error`. */
  readonly word: string
  readonly headers: Readonly<Record<string, unknown>>
}

/**
 * Makes a failure of whatever asking a model threw. Nothing that the peer wrote is passed on but one short word, since
 * peers repeat keys and conversations in their errors. `now` is epoch milliseconds; `isReading` once the peer answers.
 */
export function toFailure(
  error: unknown,
  { key, now, isReading }: { key: string | undefined; now: number; isReading: boolean },
): ModelFailure {
  if (error instanceof ModelFailure) return error
  const told = readError(error)
  const retryAfterMs = readRetryAfter(told.headers, now)
  const cause = new Error(sentenceOf(told, key))
  const found = reasonOf(told)
  const reason = found === "unreachable" && isReading ? "cut" : found
  return new ModelFailure(reason, { isRetryable: retryable.has(reason), retryAfterMs, cause })
}

function readError(error: unknown): Told {
  const { statusCode, responseHeaders, responseBody, data, type, code } = isRecord(error) ? error : {}
  const body = isRecord(data) ? data : parsed(responseBody)
  const inner = isRecord(body.error) ? body.error : body
  const word = [inner.code, inner.type, type, code].find((part) => typeof part === "string") ?? ""
  const status = [statusCode, inner.status, inner.code, code].find((part) => typeof part === "number")
  // Where a context is too long only the sentence says so, on every wire.
  const isLong = typeof inner.message === "string" && tooLongSays.test(inner.message)
  return { status, word: isLong ? "too_long" : word, headers: isRecord(responseHeaders) ? responseHeaders : {} }
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

function reasonOf({ status, word }: Told): ModelFailure["reason"] {
  if (/^(too_long|request_too_large|context_length_exceeded|exceed_context_size_error)$/.test(word)) return "too long"
  if (status === 413) return "too long"
  if (status === 401 || status === 402 || status === 403 || /^(authentication|permission)_error$/.test(word))
    return "key"
  if (isBusy({ status, word })) return "busy"
  if (status === undefined) return word === "" || isSocketFault(word) ? "unreachable" : "refused"
  // The library reports a stream that breaks in its first events as an error with status 200.
  return status < 300 ? "cut" : "refused"
}

const retryable = new Set(["busy", "unreachable", "cut"])

function isBusy({ status = 0, word }: Pick<Told, "status" | "word">): boolean {
  return status === 408 || status === 429 || status >= 500 || /^(overloaded|rate_limit|api|server)_error$/.test(word)
}

/** Names of system errors, such as ECONNREFUSED, and of the HTTP client's, such as UND_ERR_SOCKET. */
const isSocketFault = (word: string) => /^(E[A-Z]{3,}|UND_ERR_\w+)$/.test(word)

function sentenceOf({ status, word }: Told, key: string | undefined): string {
  const isPlain = /^[\w.-]{1,60}$/.test(word) && (key === undefined || !(key.includes(word) || word.includes(key)))
  return [status === undefined ? "No answer" : `HTTP ${status}`, isPlain ? word : ""].filter(Boolean).join(" ")
}

/** RFC 9110 section 10.2.3: seconds, or an HTTP date. Some providers name milliseconds in a header of their own. */
export function readRetryAfter(headers: Readonly<Record<string, unknown>>, now: number): number | undefined {
  const text = (name: string) => (typeof headers[name] === "string" ? headers[name].trim() : "")
  const inMs = text("retry-after-ms")
  if (/^\d{1,9}(\.\d+)?$/.test(inMs)) return Math.ceil(Number(inMs))
  const after = text("retry-after")
  if (/^\d{1,7}(\.\d+)?$/.test(after)) return Math.ceil(Number(after) * 1_000)
  const date = /GMT$/.test(after) ? Date.parse(after) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

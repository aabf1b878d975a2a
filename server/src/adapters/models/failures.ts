import { type ErrorFacts, readError, readRetryAfter, waitIn } from "./error-facts.ts"
import { ModelFailure } from "./port.ts"

/** Keeps one short word of the peer, since errors may repeat keys and conversations. `isReading`: the peer answers. */
export function toFailure(
  error: unknown,
  { key, now, isReading }: { key: string | undefined; now: number; isReading: boolean },
): ModelFailure {
  if (error instanceof ModelFailure) return error
  const facts = readError(error)
  const retryAfterMs = readRetryAfter(facts.headers, now) ?? waitIn(facts.sentence)
  const code = safeWord(facts.word, key)
  const { status, about } = facts
  const cause = new Error(sentenceOf({ status, code, about }))
  const found = reasonOf(facts)
  const reason = found === "unreachable" && isReading ? "cut" : found
  const refusal = { status, code, field: about.join(", ") || undefined }
  return new ModelFailure(reason, { isRetryable: retryable.has(reason), retryAfterMs, cause, refusal })
}

type Reason = ModelFailure["reason"]

/** Fits an error with one of the statuses, and with the code or the words, as far as they are given. */
interface Row {
  readonly reason: Reason
  readonly status?: readonly number[]
  readonly code?: RegExp
  readonly says?: RegExp
}

/** Maps hosts' errors to reasons (`failures.test.ts` has such errors). The first row that fits counts. */
const rows: readonly Row[] = [
  { reason: "too long", says: /request too large|tokens per (?:min|minute).{0,80}must be reduced/i },
  { reason: "no quota", status: [400, 402, 403, 429], code: /^billing_hard_limit_reached$/, says: /\bper[ -]?(?:day|month|week)\b|PerDay|\b[TR]PD\b|(?:daily|weekly|monthly) (?:\w+ )?(?:limit|quota|spend)|(?:api )?usage limits?\b|spend(?:ing)? limit|key limit exceeded|hard limit|limit: 0\b/i }, // biome-ignore format: a row
  { reason: "no credit", status: [402] },
  { reason: "no credit", code: /^(?:insufficient_(?:quota|balance|funds|credits?)|exceeded_current_quota_error|billing_(?:error|not_active)|payment_required|account_deactivated)$/i, says: /credit balance|insufficient (?:account )?(?:balance|credit|fund)|(?:more|out of|no) credits|credit limit|account (?:is not active|is suspended|.{0,60}suspended)|in arrears|overdue payment/i }, // biome-ignore format: a row
  { reason: "too long", status: [413] },
  { reason: "too long", code: /^(?:request_too_large|context_length_exceeded|exceed_context_size_error|model_context_window_exceeded|context_window_exceeded)$/i }, // biome-ignore format: a row
  { reason: "too long", status: [400, 404, 422, 500], says: /(?:prompt|input|message|conversation) (?:is|was)? ?too long|context[ _-](?:length|size|window)|maximum (?:prompt|context|input|allowed input) length|token count.{0,60}exceeds|too many (?:input )?tokens|reduce the length|exceed(?:ed|s) (?:the )?(?:model )?token limit|exceeds the limit of \d|context the overflows|input length/i }, // biome-ignore format: a row
  { reason: "no tools", says: /(?:does not|doesn't|do not|don't) support (?:\w+ ){0,2}(?:tools?|functions?)\b|support tool use|(?:tools?|tool[ _](?:choice|calling|use)|function[ _]call(?:ing|s)?)\W{0,2} (?:is|are) not (?:supported|enabled)|enable-auto-tool-choice|tools param requires/i }, // biome-ignore format: a row
  { reason: "declined", code: /^(?:content_filter|content_policy_violation|content_moderation|data_inspection_failed|moderation_\w+)$/i, says: /content management policy|content (?:exists|policy) risk|flagged (?:by|for|as)|violat\w+ .{0,40}(?:usage|content) polic/i }, // biome-ignore format: a row
  { reason: "no model", status: [404, 410] },
  { reason: "no model", code: /^(?:model_not_found|DeploymentNotFound|model_decommissioned|invalid_model)$/, says: /not a valid model|invalid model\b|model\b.{0,100}\b(?:does not exist|not found|not exist|decommissioned|is not loaded)|no models? (?:is |are )?loaded/i }, // biome-ignore format: a row
  { reason: "key", status: [401, 403] },
  { reason: "key", code: /^(?:authentication_error|permission_error|invalid_api_key|unauthenticated|permission_denied)$/i, says: /api[ _-]?key (?:not valid|is invalid|expired|not found)|(?:invalid|incorrect|missing) api[ _-]?key|no auth credentials/i }, // biome-ignore format: a row
  { reason: "busy", status: [408, 429, 503, 529] },
  { reason: "busy", code: /overloaded|rate_?limit|too_many_requests|RESOURCE_EXHAUSTED|^UNAVAILABLE$|server_busy/i, says: /overloaded|at (?:full )?capacity|high demand|rate[- ]limited|rate limit|too many requests|loading model|model is (?:currently )?loading/i }, // biome-ignore format: a row
  { reason: "broken", code: /^(?:api_error|server_error|internal_error|internal_server_error|INTERNAL)$/i },
]

function reasonOf({ status, word, sentence }: ErrorFacts): Reason {
  const isBare = status === undefined || status < 300 // an error within a stream
  const fits = ({ status: statuses, code, says }: Row) => {
    const hasWords = code !== undefined || says !== undefined
    const isOfStatus = statuses === undefined || (isBare ? hasWords : statuses.includes(status))
    return isOfStatus && (!hasWords || code?.test(word) || says?.test(sentence))
  }
  const row = rows.find(fits)
  if (row) return row.reason
  if (status === undefined) return word === "" || isSocketFault(word) ? "unreachable" : "refused"
  if (status >= 500) return "broken"
  // The library reports a stream that breaks in its first events as an error with status 200.
  return status < 300 ? "cut" : "refused"
}

const retryable = new Set<Reason>(["busy", "broken", "unreachable", "cut"])

/** Names of system errors, such as ECONNREFUSED, and of the HTTP client's, such as UND_ERR_SOCKET. */
const isSocketFault = (word: string) => /^(E[A-Z]{3,}|UND_ERR_\w+|ABORT_ERR|ERR_\w+|[A-Z_]*CERT[A-Z_]*)$/.test(word)

function safeWord(word: string, key: string | undefined): string | undefined {
  const isPlain = /^[\w.-]{1,60}$/.test(word) && (key === undefined || !(key.includes(word) || word.includes(key)))
  return isPlain ? word : undefined
}

function sentenceOf({
  status,
  code,
  about,
}: Pick<ErrorFacts, "status" | "about"> & { code: string | undefined }): string {
  const parts = [status === undefined ? "No answer" : `HTTP ${status}`, code ?? ""]
  if (about.length > 0) parts.push(`about ${about.join(", ")}`)
  return parts.filter(Boolean).join(" ")
}

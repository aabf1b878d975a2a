import { isRecord } from "./is-record.ts"

export interface ErrorFacts {
  readonly status: number | undefined
  readonly word: string
  /** The host's own words. They may repeat keys and conversations, so they are searched, and never kept. */
  readonly sentence: string
  /** The fields of the request that it names, such as `max_tokens`. */
  readonly about: readonly string[]
  readonly headers: Readonly<Record<string, unknown>>
}

const longestSentence = 8_000

/** Reads an error in any of the forms in which hosts write it. */
export function readError(error: unknown): ErrorFacts {
  const own = isRecord(error) ? error : {}
  const body = typeof own.responseBody === "string" ? parsed(own.responseBody) : own.data
  const inner = innerOf(body ?? {})
  const behind = innerOf(parsed(isRecord(inner.metadata) ? inner.metadata.raw : undefined) ?? {})
  const words = [behind.code, behind.type, inner.code, inner.type, inner.status, own.type, own.code]
  const numbers = [own.statusCode, inner.status, inner.code, own.code]
  const plain = body === undefined && typeof own.responseBody === "string" ? own.responseBody : ""
  const said = error instanceof Error ? undefined : own.message
  const texts = [behind.message, inner.message, inner.error, said, plain, ...detailsOf(inner)]
  const sentence = texts.map(writtenOf).join(" ").slice(0, longestSentence)
  return {
    status: numbers.filter((part) => typeof part === "number").find((part) => part >= 100 && part < 600),
    word: words.filter((part) => typeof part === "string").find((part) => part !== "") ?? "",
    sentence,
    about: [...new Set(sentence.match(requestFields))].slice(0, 4),
    headers: isRecord(own.responseHeaders) ? own.responseHeaders : {},
  }
}

/** OpenAI writes `{ error: { … } }`, Gemini a list of it, Ollama `{ error: "…" }`, Mistral and vLLM the fields alone. */
function innerOf(body: unknown): Record<string, unknown> {
  const [one] = [body].flat()
  if (!isRecord(one)) return {}
  return isRecord(one.error) ? one.error : one
}

/** The places of a fault, without the repeated request that FastAPI adds. */
function detailsOf({ param, details, detail }: Record<string, unknown>): unknown[] {
  const places = [detail].flat().map((one) => (isRecord(one) ? [one.msg, one.loc] : one))
  return [param, details, ...places]
}

const writtenOf = (part: unknown) => (typeof part === "string" ? part : part == null ? "" : JSON.stringify(part))

/** The request fields that are kept of a sentence. The rest may repeat a text of the conversation. */
const requestFields =
  /\b(?:max_(?:completion_)?tokens|thinking|output_config|effort|reasoning(?:_effort|_content)?|tool_choice|tools|model|stream_options|messages(?:\.\d{1,4}(?:\.content(?:\.\d{1,4})?)?)?)\b/g

function parsed(text: unknown): unknown {
  try {
    return typeof text === "string" ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

/** Reads the wait in milliseconds: from `Retry-After` (RFC 9110 section 10.2.3), or some providers' own headers. */
export function readRetryAfter(headers: Readonly<Record<string, unknown>>, now: number): number | undefined {
  const text = (name: string) => (typeof headers[name] === "string" ? headers[name].trim() : "")
  const inMs = text("retry-after-ms")
  if (/^\d{1,9}(\.\d+)?$/.test(inMs)) return Math.ceil(Number(inMs))
  const after = text("retry-after")
  if (/^\d{1,7}(\.\d+)?$/.test(after)) return Math.ceil(Number(after) * 1_000)
  const date = /GMT$/.test(after) ? Date.parse(after) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

const waitSaid = /(?:try again|retry) in (?:(\d{1,3})h)?(?:(\d{1,3})m(?!s))?(?:(\d{1,6}(?:\.\d{1,9})?)(ms|s))?/i

/** Reads the wait in a sentence such as `Please try again in 7m12.5s.`, in milliseconds. */
export function waitIn(sentence: string): number | undefined {
  const [, hours = "0", minutes = "0", amount = "0", unit = "s"] = waitSaid.exec(sentence) ?? []
  const seconds = Number(hours) * 3_600 + Number(minutes) * 60 + Number(amount) * (unit === "ms" ? 0.001 : 1)
  return seconds > 0 ? Math.ceil(seconds * 1_000) : undefined
}

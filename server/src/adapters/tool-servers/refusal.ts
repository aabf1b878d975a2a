import { cleanDefinitionText } from "./definition.ts"
import { jsonFields, parsed } from "./json.ts"
import { ToolServerFailure } from "./port.ts"
import { inputErrors } from "./wishes.ts"

export interface HttpRefusal {
  readonly method: string
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** Says what a status means: that the server did nothing, or that it may have done what was asked. */
export function failureOfStatus(refusal: HttpRefusal, cause: unknown): ToolServerFailure {
  const { code, data } = jsonFields(jsonFields(parsed(refusal.body))?.error) ?? {}
  const asksForInput = failureOfInput(code, data)
  if (asksForInput) return asksForInput
  const challenge = refusal.headers.get("www-authenticate") ?? undefined
  const said = sentenceIn(refusal)
  const seconds = /^\s*(\d{1,6})\s*$/.exec(refusal.headers.get("retry-after") ?? "")?.[1]
  const retryAfterSeconds = seconds === undefined ? undefined : Number(seconds)
  const facts = { cause, challenge, said, retryAfterSeconds, code: codeIn(code) }
  return new ToolServerFailure(reasonOf(refusal, challenge), facts)
}

const codeIn = (code: unknown) => (typeof code === "number" ? code : undefined)

function failureOfInput(code: unknown, data: unknown): ToolServerFailure | undefined {
  const wants = inputErrors[codeIn(code) ?? 0]?.(data)
  return wants && new ToolServerFailure("asks for input", { wants })
}

/** Statuses of gateways and redirects after which the server may still have done the work. */
const unclear = [303, 408, 499]
const undone = [501, 505, 511]

function reasonOf({ method, status, headers, body }: HttpRefusal, challenge = ""): ToolServerFailure["reason"] {
  const isCall = method === "tools/call"
  if (status === 403 && /error="?insufficient_scope/i.test(challenge)) return "insufficient scope"
  // A 403 to a call is about the call, unless it asks for a sign-in.
  const isAboutSignIn = status === 401 || (status === 403 && (challenge !== "" || !isCall))
  if (isAboutSignIn) return "unauthorized"
  if (status === 429 || undone.includes(status) || (status === 503 && headers.has("retry-after"))) return "refused"
  if (status === 500 && answersRequest(body)) return "refused"
  if (status >= 500 || (isCall && unclear.includes(status))) return "broken"
  return isCall ? "refused" : "protocol"
}

/** Whether a body is a JSON-RPC error about this very request, and not about whatever went wrong. */
function answersRequest(body: string): boolean {
  const message = jsonFields(parsed(body))
  return jsonFields(message?.error) !== undefined && (message?.id ?? undefined) !== undefined
}

const codeOfAnswer = (error: unknown) =>
  error instanceof Error && error.name === "ProtocolError" && "code" in error ? Number(error.code) : undefined

/** Codes with which gateways also say that they lost the server behind them. */
const lostCodes = [-32_000, -32_001]
const lostWords = /time(d)?[ -]?out|connection (was )?(closed|lost|reset)|disconnect/i

/** A JSON-RPC error is the server's answer: it did not do what was asked. Undefined for any other error. */
export function failureOfAnswer(error: unknown): ToolServerFailure | undefined {
  const code = codeOfAnswer(error)
  if (code === undefined || !(error instanceof Error)) return undefined
  const asksForInput = failureOfInput(code, "data" in error ? error.data : undefined)
  if (asksForInput) return asksForInput
  const isLost = lostCodes.includes(code) && lostWords.test(error.message)
  return new ToolServerFailure(isLost ? "broken" : "refused", { cause: error, said: toSentence(error.message), code })
}

const mostLetters = 500

/** The server's words as one line without invisible characters. Outsiders wrote them. */
export function toSentence(text: unknown): string | undefined {
  if (typeof text !== "string") return undefined
  const line = cleanDefinitionText(text).replace(/\s+/g, " ").trim()
  if (line === "") return undefined
  return line.length > mostLetters ? `${line.slice(0, mostLetters - 1)}…` : line
}

const fields = ["message", "error_description", "detail", "error", "title", "reason"]

/** The sentence in a body: of JSON-RPC, of problem details (RFC 9457), of OAuth, or plain text. HTML has none. */
function sentenceIn({ headers, body }: HttpRefusal): string | undefined {
  const json = parsed(body)
  if (typeof json === "string") return toSentence(json)
  const given = jsonFields(json)
  if (given) return sentenceOf(jsonFields(given.error) ?? given)
  const isText = !/html|xml/i.test(headers.get("content-type") ?? "") && !body.trimStart().startsWith("<")
  return isText && json === undefined ? toSentence(body.slice(0, 10_000)) : undefined
}

function sentenceOf(given: Readonly<Record<string, unknown>>): string | undefined {
  const name = fields.find((field) => toSentence(given[field]) !== undefined)
  return name === undefined ? undefined : toSentence(given[name])
}

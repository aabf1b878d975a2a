import { inClientSpan } from "#spans/span.ts"
import { type Fetch, openRequests, type RequestOptions } from "../http-fetch/request.ts"
import { RequestFault } from "../http-fetch/request-fault.ts"
import { jsonFields, parsed } from "./json.ts"
import { noAnswers, type RawAnswers, type RpcRequest } from "./mend-message.ts"
import { mendResponse } from "./mend-response.ts"
import { ToolServerFailure } from "./port.ts"
import { failureOfAnswer, failureOfStatus, type HttpRefusal } from "./refusal.ts"
import { noteVersions } from "./versions.ts"

/** The connection to one server: its `fetch`, and the failures on the wire, which a library would hide. */
export interface Peer {
  readonly fetch: Fetch
  /** Aborts pending requests once no more data can arrive. */
  readonly signal: AbortSignal
  readonly taken: RawAnswers
  /** The method of the last request. */
  lastAsked(): string | undefined
  /** Turns any error into a failure with a reason. An abort by the caller stays unchanged. */
  failureOf(error: unknown): unknown
}

/** Talks to the server and the authorization servers that it names. A bearer token is sent to its own origin only. */
export function openPeer(url: string, options: RequestOptions, signal: AbortSignal): Peer {
  const { origin } = new URL(url)
  const ended = new AbortController()
  const course: Course = { asked: undefined, fault: undefined, refused: undefined }
  const taken = noAnswers()
  const onFault = (error: unknown) => {
    if (error instanceof RequestFault) course.fault = error
    // A cut stream may be resumed. A stream that passed a limit may not, and its request would wait for ever.
    if (course.fault && course.fault.reason !== "unreachable") ended.abort(course.fault)
  }
  const request = inSpans(openRequests({ ...options, onChunk: countBytes(mostMessages * options.maxBytes), onFault }))
  const fetch: Fetch = async (to, init) => {
    const headers = new Headers(init?.headers)
    if (new URL(to).origin !== origin) checkIsWithoutToken(headers)
    if (isIdleStream(init?.method ?? "GET", headers)) return new Response(null, { status: 405 })
    const asked = askedBy(init)
    if (asked) Object.assign(course, { asked, fault: undefined, refused: undefined })
    try {
      const response = await request(to, { ...init, signal: both(signal, init?.signal) })
      return await readAnswer(response, { asked, course, taken })
    } catch (error) {
      if (error instanceof RequestFault) course.fault = error
      throw error
    }
  }
  return {
    fetch,
    taken,
    lastAsked: () => course.asked?.method,
    signal: AbortSignal.any([signal, ended.signal]),
    failureOf: (error) => (signal.aborted ? failureOfAbort(signal, error) : failureOfPeer(error, course)),
  }
}

interface Reading {
  /** The request that is answered; undefined for a notification. */
  readonly asked: RpcRequest | undefined
  readonly course: Course
  readonly taken: RawAnswers
}

async function readAnswer(answer: Response, { asked, course, taken }: Reading): Promise<Response> {
  // "Accepted" is for notifications: no answer follows.
  if (asked && answer.status === 202) return new Response("", { headers: { "content-type": "text/plain" } })
  if (answer.ok) return mendResponse(answer, { asked: course.asked, taken })
  if (!asked) return answer
  const refusal = await keepRefusal(course, asked, answer)
  noteVersions(jsonFields(parsed(course.refused?.body ?? "")) ?? {}, taken)
  return refusal
}

function countBytes(most: number): NonNullable<RequestOptions["onChunk"]> {
  let bytes = 0
  return (chunk) => {
    bytes += chunk.length
    if (bytes > most) throw new RequestFault("too large", new Error("All answers together are."))
  }
}

function checkIsWithoutToken(headers: Headers): void {
  const isBearer = /^bearer /i.test(headers.get("authorization") ?? "")
  if (isBearer) throw new RequestFault("address", new Error("A token would leave."))
}

/** The JSON-RPC request that a POST makes; undefined for a notification, and for other requests. */
function askedBy(init: RequestInit | undefined): RpcRequest | undefined {
  if (init?.method !== "POST" || typeof init.body !== "string") return undefined
  const { method, id } = jsonFields(parsed(init.body)) ?? {}
  return typeof method === "string" && id !== undefined ? { method, id } : undefined
}

/** Keeps a server's refusals: the library drops the text of some. */
async function keepRefusal(course: Course, { method }: RpcRequest, answer: Response): Promise<Response> {
  const { status, headers } = answer
  if (!answer.body) {
    course.refused = { method, status, headers, body: "" }
    return answer
  }
  const body = await answer.text()
  course.refused = { method, status, headers, body }
  return new Response(body, { status, headers })
}

const inSpans =
  (fetch: Fetch): Fetch =>
  (to, init) =>
    inClientSpan("tool server", () => fetch(to, init))

function failureOfAbort(signal: AbortSignal, error: unknown): unknown {
  return isOver(signal) ? new ToolServerFailure("silent", { cause: error }) : signal.reason
}

interface Course {
  asked: RpcRequest | undefined
  fault: RequestFault | undefined
  refused: HttpRefusal | undefined
}

function failureOfPeer(error: unknown, { fault, refused }: Course): ToolServerFailure {
  if (error instanceof ToolServerFailure) return error
  const answered = failureOfAnswer(error)
  if (answered && !refused) return answered
  if (fault) return new ToolServerFailure(fault.reason, { cause: fault, isUnsent: isUnsent(fault) })
  if (refused) return failureOfStatus(refused, error)
  return new ToolServerFailure(reasons[codeOf(error)] ?? "protocol", { cause: error })
}

/** Errors before a connection. After any other, the server may have got the request. */
const unsent = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]

const isUnsent = ({ reason, cause }: RequestFault) => reason === "address" || unsent.includes(codeOf(cause))

/** Whether a timeout ended the request, and not the caller. */
const isOver = ({ reason }: AbortSignal) => reason instanceof Error && reason.name === "TimeoutError"

/** All answers together may be as large as this many of the largest: a list in pages is kept as a whole. */
const mostMessages = 4

const both = (one: AbortSignal, other: AbortSignal | null | undefined) => (other ? AbortSignal.any([one, other]) : one)

/** The library's own codes: its timeout, and its count of pages. */
const reasons: Readonly<Record<string, "silent" | "too large">> = {
  REQUEST_TIMEOUT: "silent",
  LIST_PAGINATION_EXCEEDED: "too large",
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "")

/** Whether a request opens a stream that belongs to no request. Its messages would be ignored. */
function isIdleStream(method: string, headers: Headers): boolean {
  return method === "GET" && headers.get("accept") === "text/event-stream" && !headers.has("last-event-id")
}

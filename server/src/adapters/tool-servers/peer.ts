import { inClientSpan } from "#spans/span.ts"
import { type Fetch, openRequests, RequestFault, type RequestOptions } from "../http-fetch/request.ts"
import { ToolServerFailure } from "./port.ts"

/** The connection to one server: its `fetch`, and the failures on the wire, which a library would hide. */
export interface Peer {
  readonly fetch: Fetch
  /** Aborts pending requests once no more data can arrive. */
  readonly signal: AbortSignal
  /** Turns any error into a failure with a reason. An abort by the caller stays unchanged. */
  failureOf(error: unknown): unknown
}

/** Talks to the server and the authorization servers that it names. A bearer token is sent to its own origin only. */
export function openPeer(url: string, options: RequestOptions, signal: AbortSignal): Peer {
  const request = inSpans(openRequests(options))
  const { origin } = new URL(url)
  const ended = new AbortController()
  let fault: RequestFault | undefined
  let refused: Refusal | undefined
  let bytes = 0
  const came = (chunk: Uint8Array) => {
    bytes += chunk.length
    if (bytes > mostMessages * options.maxBytes)
      throw new RequestFault("too large", new Error("All answers together are."))
  }
  const failed = (error: unknown) => {
    if (error instanceof RequestFault) fault = error
    // A cut stream may be resumed. A stream that passed a limit may not, and its request would wait for ever.
    if (fault && fault.reason !== "unreachable") ended.abort(fault)
    return error
  }
  const fetch: Fetch = async (to, init) => {
    const headers = new Headers(init?.headers)
    const isBearer = /^bearer /i.test(headers.get("authorization") ?? "")
    if (isBearer && new URL(to).origin !== origin) throw new RequestFault("address", new Error("A token would leave."))
    if (isIdleStream(init?.method ?? "GET", headers)) return new Response(null, { status: 405 })
    try {
      const answer = await request(to, { ...init, signal: both(signal, init?.signal) })
      // A refusal to resume a stream says nothing about the request that the stream belongs to.
      if (init?.method === "POST") refused = refusalOf(answer) ?? refused
      return watched(answer, { failed, came })
    } catch (error) {
      if (error instanceof RequestFault) fault = error
      throw error
    }
  }
  return {
    fetch,
    signal: AbortSignal.any([signal, ended.signal]),
    failureOf: (error) => (signal.aborted ? failureOfAbort(signal, error) : failureOfPeer(error, { fault, refused })),
  }
}

const inSpans =
  (fetch: Fetch): Fetch =>
  (to, init) =>
    inClientSpan("tool server", () => fetch(to, init))

function failureOfAbort(signal: AbortSignal, error: unknown): unknown {
  return isOver(signal) ? new ToolServerFailure("silent", { cause: error }) : signal.reason
}

interface Course {
  fault: RequestFault | undefined
  refused: Refusal | undefined
}

function failureOfPeer(error: unknown, { fault, refused }: Course): ToolServerFailure {
  if (error instanceof ToolServerFailure) return error
  if (fault) return new ToolServerFailure(fault.reason, { cause: fault })
  if (refused) return new ToolServerFailure(reasonOf(refused), { ...withChallenge(refused), cause: error })
  return new ToolServerFailure(reasons[codeOf(error)] ?? "protocol", { cause: error })
}

/** Whether a timeout ended the request, and not the caller. */
const isOver = ({ reason }: AbortSignal) => reason instanceof Error && reason.name === "TimeoutError"

/** All answers together may be as large as this many of the largest: a list in pages is kept as a whole. */
const mostMessages = 4

const both = (one: AbortSignal, other: AbortSignal | null | undefined) => (other ? AbortSignal.any([one, other]) : one)

/** The library's own limits: its timeout, and its count of pages. */
const reasons: Readonly<Record<string, "silent" | "too large">> = {
  REQUEST_TIMEOUT: "silent",
  LIST_PAGINATION_EXCEEDED: "too large",
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "")

/** Whether a request opens a stream that belongs to no request. Its messages would be ignored. */
function isIdleStream(method: string, headers: Headers): boolean {
  return method === "GET" && headers.get("accept") === "text/event-stream" && !headers.has("last-event-id")
}

interface Refusal {
  status: number
  challenge: string | undefined
}

function refusalOf({ status, headers }: Response): Refusal | undefined {
  if (status !== 401 && status !== 403) return undefined
  return { status, challenge: headers.get("www-authenticate") ?? undefined }
}

const withChallenge = ({ challenge }: Refusal) => (challenge ? { challenge } : {})

function reasonOf({ status, challenge = "" }: Refusal) {
  return status === 403 && /error="?insufficient_scope/i.test(challenge) ? "insufficient scope" : "unauthorized"
}

interface Watching {
  /** Gets each chunk; may throw. */
  came(chunk: Uint8Array): void
  failed(error: unknown): void
}

function watched(answer: Response, { came, failed }: Watching): Response {
  if (!answer.body) return answer
  const reader = answer.body.getReader()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await reader.read()
          if (done) return controller.close()
          came(value)
          controller.enqueue(value)
        } catch (error) {
          failed(error)
          reader.cancel(error).catch(() => {})
          controller.error(error)
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { status: answer.status, headers: answer.headers })
}

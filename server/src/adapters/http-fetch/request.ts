import type { Agent, IncomingMessage } from "node:http"
import type { Agent as SecureAgent } from "node:https"
import { isIP } from "node:net"
import { plainUserAgent } from "#kernel/addresses.ts"
import { http, https } from "#kernel/node-http.ts"
import { checkAddress } from "./check-address.ts"
import { checkedLookup } from "./lookup.ts"
import { isPublicAddress } from "./public-address.ts"
import { HandshakeFault, type PeerWatch, RequestFault, watchPeer } from "./request-fault.ts"

export interface RequestOptions {
  /** Name servers (`address` or `address:port`); none means the system's. */
  dnsServers?: readonly string[]
  /** Peers that are allowed besides public ones: on any port, and without https. For tests and developers. */
  isAllowed?: (address: string, port: number) => boolean
  userAgent?: string
  /** Keeps connections. Absent: each request has its own. */
  agents?: { readonly http: Agent; readonly https: SecureAgent }
  maxBytes: number
  /** Compressed bodies are dropped. Without it, their responses are refused. */
  dropsCompressed?: boolean
  /** The longest silence and duration, in milliseconds. */
  silenceMs: number
  totalMs: number
  /** Gets each chunk of an answer's body; may throw. */
  onChunk?: (chunk: Uint8Array) => void
  /** Gets the fault that ends the reading of a body. */
  onFault?: (fault: unknown) => void
}

/** The part of the web's `fetch` that is used here. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/**
 * Makes a `fetch` for external servers: https on its default port, public addresses only, GET, POST and DELETE. The
 * connected address is the checked one. It follows no redirect, uses no proxy, stores no cookie, and accepts no
 * compressed response. @throws RequestFault from the call or while the response is read; an abort rejects with its
 * reason.
 */
export function openRequests(options: RequestOptions): Fetch {
  return async (url, init) => {
    const request = new Request(url, { ...init, redirect: "manual" })
    const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer())
    const watch = watchPeer(request.signal, options.totalMs)
    try {
      const answer = await send(options, { url: new URL(request.url), request, body, watch })
      return toResponse(answer, options, watch)
    } catch (error) {
      throw watch.faultOf(error)
    }
  }
}

/** Looks the host up, and connects to nothing. @throws RequestFault when `openRequests` would not connect to it. */
export async function checkTarget(options: RequestOptions, url: URL): Promise<void> {
  const port = checkRequest(options, url, "POST")
  const mayConnect = (address: string) => mayReach(options, url.protocol, { address, port })
  const host = url.hostname.replace(/^\[|\]$/g, "")
  if (isIP(host) !== 0 || (host === "localhost" && mayConnect("127.0.0.1"))) return
  const signal = AbortSignal.timeout(options.totalMs)
  const lookUp = checkedLookup({ servers: options.dnsServers ?? [], mayConnect, signal })
  await new Promise<void>((resolve, reject) => {
    lookUp(host, { all: true }, (error) => (error ? reject(new RequestFault("address", error)) : resolve()))
  })
}

interface Sent {
  url: URL
  request: Request
  body: Buffer | undefined
  watch: PeerWatch
}

function send(options: RequestOptions, { url, request, body, watch }: Sent): Promise<IncomingMessage> {
  const port = checkRequest(options, url, request.method)
  const mayConnect = (address: string) => mayReach(options, url.protocol, { address, port })
  const isOwn = url.hostname === "localhost" && mayConnect("127.0.0.1")
  const lookup = checkedLookup({ servers: options.dnsServers ?? [], mayConnect, signal: watch.signal })
  const headers = { ...sentHeaders(request.headers, options), ...(body && { "content-length": String(body.length) }) }
  const isSecure = url.protocol === "https:"
  const open = isSecure ? https.request : http.request
  const agent = options.agents?.[isSecure ? "https" : "http"] ?? false
  return new Promise((resolve, reject) => {
    const connection = isOwn ? { host: "127.0.0.1" } : { lookup }
    const message = open(url, { method: request.method, agent, signal: watch.signal, headers, ...connection })
    let isShakingHands = false
    const fail = (error: Error) => {
      if (isShakingHands) return reject(new HandshakeFault(error.message, { cause: error }))
      // The server closed a kept connection just before it got the request.
      if (!message.reusedSocket || !isReset(error)) return reject(error)
      const { agents: _, ...fresh } = options
      send(fresh, { url, request, body, watch }).then(resolve, reject)
    }
    message.setTimeout(options.silenceMs, () => {
      watch.isSilent = true
      message.destroy()
    })
    // An agent's limit for idle connections would also limit the making of one.
    message.once("socket", (socket) => {
      socket.setTimeout(options.silenceMs)
      if (!isSecure || message.reusedSocket) return
      const set = (value: boolean) => () => {
        isShakingHands = value
      }
      socket.once("connect", set(true)).once("secureConnect", set(false))
    })
    message.on("response", resolve).on("error", fail).end(body)
  })
}

const isReset = (error: Error) => "code" in error && ["ECONNRESET", "EPIPE"].includes(String(error.code))

/** Returns the port. @throws RequestFault `address`. */
function checkRequest(options: RequestOptions, url: URL, method: string): number {
  try {
    if (!["GET", "POST", "DELETE"].includes(method)) throw new Error("The method is not one of those.")
    return checkAddress(url, (address, port) => mayReach(options, url.protocol, { address, port }))
  } catch (cause) {
    throw new RequestFault("address", cause)
  }
}

function mayReach(
  { isAllowed }: RequestOptions,
  protocol: string,
  { address, port }: { address: string; port: number },
) {
  if (isAllowed?.(address, port)) return true
  return protocol === "https:" && port === 443 && isPublicAddress(address)
}

function sentHeaders(headers: Headers, { userAgent = plainUserAgent }: RequestOptions): Record<string, string> {
  const { cookie, "accept-encoding": _, ...sent } = Object.fromEntries(headers)
  return { "user-agent": userAgent, ...sent, "accept-encoding": "identity" }
}

/** Statuses without a body (RFC 9110 section 6.4.1). */
const bodiless = [204, 205, 304]

function toResponse(answer: IncomingMessage, options: RequestOptions, watch: PeerWatch): Response {
  const { maxBytes, dropsCompressed } = options
  const status = answer.statusCode ?? 0
  const refuse = (fault: RequestFault) => {
    answer.destroy()
    return fault
  }
  const isCompressed = (answer.headers["content-encoding"] ?? "identity") !== "identity"
  if (isCompressed && !dropsCompressed) throw refuse(new RequestFault("unreachable", new Error("The body is encoded.")))
  if (Number(answer.headers["content-length"] ?? 0) > maxBytes) throw refuse(new RequestFault("too large"))
  const init = { status, headers: answeredHeaders(answer) }
  if (isCompressed) answer.destroy()
  else if (bodiless.includes(status)) answer.resume()
  else return new Response(streamOf(answer, options, watch), init)
  return new Response(null, init)
}

function streamOf(
  answer: IncomingMessage,
  { maxBytes, onChunk, onFault }: RequestOptions,
  watch: PeerWatch,
): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Buffer> = answer[Symbol.asyncIterator]()
  let seen = 0
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { value, done } = await chunks.next()
          if (done) return controller.close()
          seen += value.length
          if (seen > maxBytes) throw new RequestFault("too large")
          onChunk?.(value)
          controller.enqueue(new Uint8Array(value))
        } catch (error) {
          const fault = watch.faultOf(error)
          onFault?.(fault)
          answer.destroy()
          controller.error(fault)
        }
      },
      cancel: () => void answer.destroy(),
    },
    { highWaterMark: 0 },
  )
}

function answeredHeaders(answer: IncomingMessage): [string, string][] {
  return Object.entries(answer.headers)
    .filter(([name]) => name !== "set-cookie")
    .flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] satisfies [string, string]]))
}

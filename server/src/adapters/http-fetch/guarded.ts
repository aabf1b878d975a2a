import type { IncomingMessage } from "node:http"
import { plainUserAgent } from "#kernel/addresses.ts"
import { ServiceError } from "#kernel/error.ts"
import { http, https } from "#kernel/node-http.ts"
import { inClientSpan, traceHeaders } from "#spans/span.ts"
import { checkAddress } from "./check-address.ts"
import { checkedLookup } from "./lookup.ts"
import type { Fetched, FetchLimits, HttpFetch, Posted } from "./port.ts"
import { isPublicAddress } from "./public-address.ts"
import { acceptedEncodings, readBody } from "./read-body.ts"
import { type Hop, nextHop } from "./redirect.ts"

const maxRedirects = 5

export interface GuardedFetchOptions {
  /** Name servers (`address` or `address:port`); none means the system's. */
  dnsServers?: readonly string[]
  /** One more allowed target, `address:port`: a peer on this machine. */
  allowed?: string
  /** Sent unless a request brings its own. */
  userAgent?: string
}

interface Guard {
  readonly dnsServers: readonly string[]
  mayUsePort(port: number): boolean
  mayConnect(address: string, port: number): boolean
}

/** Fetches over `node:http` and `node:https`, with a new connection for each request and without credentials. */
export function openGuardedFetch(options: GuardedFetchOptions = {}): HttpFetch {
  const allowedPort = Number(options.allowed?.split(":").at(-1))
  const isWebPort = (port: number) => port === 80 || port === 443
  const guard: Guard = {
    dnsServers: options.dnsServers ?? [],
    mayUsePort: (port) => isWebPort(port) || port === allowedPort,
    mayConnect: (address, port) =>
      `${address}:${port}` === options.allowed || (isWebPort(port) && isPublicAddress(address)),
  }
  const headersOf = ({ headers }: Pick<FetchLimits, "headers">) => ({
    "user-agent": options.userAgent ?? plainUserAgent,
    ...headers,
    ...traceHeaders(),
  })
  return {
    get: (url, limits) => orRefusal(() => follow(guard, { url: new URL(url), headers: headersOf(limits) }, limits)),
    post: (url, posted) => orRefusal(() => post(guard, new URL(url), { ...posted, headers: headersOf(posted) })),
  }
}

async function orRefusal<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await inClientSpan("fetch", work)
  } catch (error) {
    throw refusal(error)
  }
}

/** One sentence for every failure. A more precise one would reveal which internal hosts respond. */
function refusal(cause: unknown): ServiceError {
  return new ServiceError("invalid_request", "This URL could not be loaded.", {
    hint: "Use a public URL that responds within a few seconds and is not too large.",
    cause,
  })
}

async function follow(guard: Guard, first: Hop, limits: FetchLimits): Promise<Fetched> {
  const deadline = AbortSignal.timeout(limits.timeoutMs)
  let hop = first
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = await request(guard, { ...hop, signal: deadline })
    const next = limits.returnsRedirects ? undefined : nextHop(hop, response.statusCode ?? 0, response.headers.location)
    if (!next) return await read(response, limits.maxBytes)
    response.destroy()
    hop = next
  }
  throw new Error("There are too many redirects.")
}

async function post(guard: Guard, url: URL, { body, headers, timeoutMs }: Posted) {
  const response = await request(guard, { url, headers, body, signal: AbortSignal.timeout(timeoutMs) })
  response.destroy()
  return { status: response.statusCode ?? 0, headers: answeredHeaders(response) }
}

type Sent = Hop & { body?: Buffer; signal: AbortSignal }

function request(guard: Guard, { url, headers, body, signal }: Sent): Promise<IncomingMessage> {
  const port = checkAddress(url, guard.mayConnect)
  if (!guard.mayUsePort(port)) throw new Error("The port is not one of the web's.")
  const mayConnect = (address: string) => guard.mayConnect(address, port)
  const lookup = checkedLookup({ servers: guard.dnsServers, mayConnect, signal })
  const send = url.protocol === "https:" ? https.request : http.request
  return new Promise((resolve, reject) => {
    const method = body ? "POST" : "GET"
    send(url, { method, agent: false, signal, lookup, headers: { ...headers, "accept-encoding": acceptedEncodings } })
      .on("response", resolve)
      .on("error", reject)
      .end(body)
  })
}

async function read(response: IncomingMessage, maxBytes: number): Promise<Fetched> {
  const body = await readBody(response, maxBytes)
  return { status: response.statusCode ?? 0, headers: answeredHeaders(response), body }
}

function answeredHeaders(response: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(", ") : value
  }
  return headers
}

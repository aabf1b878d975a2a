import type { ErrorBody, ErrorDetail, Operations, Version } from "./types.ts"

export type * from "./types.ts"

export interface ClientOptions {
  /** The service's address, such as `https://atelier.example`. */
  readonly baseUrl: string
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
  /** The most retries of a call. Default: 2. */
  readonly retries?: number | undefined
  /** The most milliseconds of one try. Default: 30,000. */
  readonly timeoutMs?: number | undefined
  /** A call fails instead of waiting longer than this for its next try. Default: 10,000 milliseconds. */
  readonly longestWaitMs?: number | undefined
}

export interface CallOptions {
  /** Ends the call, its tries and its waits, with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** A UUID: the key of an earlier call that this one repeats. Without it each call gets its own key. */
  readonly idempotencyKey?: string | undefined
}

export type Client = {
  readonly [Id in keyof Operations]: (
    input: Operations[Id]["input"],
    options?: CallOptions,
  ) => Promise<Operations[Id]["output"]>
}

interface Refusal {
  readonly message: string
  readonly status: number
  readonly code: AtelierError["code"]
  readonly hint?: string | undefined
  readonly retryAfterMs?: number | undefined
  readonly requestId?: string | undefined
  readonly cause?: unknown
}

/** A refusal by the service, or the fault because of which the last try got no answer. */
export class AtelierError extends Error {
  override readonly name = "AtelierError"
  /** The status of HTTP; 0 without an answer. */
  declare readonly status: number
  /** The service's own code; `no_answer` after a cut or a timeout, `unexpected_answer` for what the API never sends. */
  declare readonly code: ErrorDetail["code"] | "no_answer" | "unexpected_answer"
  /** What to do, if there is something to do. */
  declare readonly hint: string | undefined
  /** When to try again, as the service said it. */
  declare readonly retryAfterMs: number | undefined
  /** The request's id in the service's logs. */
  declare readonly requestId: string | undefined

  constructor({ message, cause, ...rest }: Refusal) {
    super(message, { cause })
    Object.assign(this, rest)
  }
}

const version: Version = "2026-08-24"

const routes: { readonly [Id in keyof Operations]: Operations[Id]["route"] } = {
  checkSlug: "GET /api/onboard/check-slug",
  checkDomain: "POST /api/onboard/check-domain",
  getOffer: "GET /api/pay/{key}",
  startCheckout: "POST /api/pay/{key}/checkout",
  verifyPayment: "POST /api/pay/{key}/verify",
  redeemGift: "POST /api/pay/{key}/gift",
  drawPreview: "GET /api/og",
}

/** Opens a client of the REST API: a function for each operation of `openapi.json`, which throws `AtelierError`. */
export function openClient(options: ClientOptions): Client {
  const base = new URL(options.baseUrl).href.replace(/\/$/, "")
  const calls = Object.entries(routes).map(([id, route]) => [
    id,
    async (input: object, { signal, idempotencyKey = newUuid() }: CallOptions = {}) =>
      send(
        options,
        requestOf(
          route.replace("/", () => `${base}/`),
          input,
          idempotencyKey,
        ),
        signal,
      ),
  ])
  return Object.fromEntries(calls)
}

/** Version 4. `crypto.randomUUID` exists only in secure contexts. */
function newUuid(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))]
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")
  return hex.replace(/(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-")
}

interface Request {
  readonly url: string
  readonly init: RequestInit
}

function requestOf(route: string, input: object, key: string): Request {
  const [method = "", template = ""] = route.split(" ")
  const fields: Record<string, string | undefined> = { ...input }
  const url = template.replace("{key}", encodeURIComponent(fields.key ?? ""))
  delete fields.key
  const headers = { "SVC-Version": version }
  if (method === "GET") return { url: `${url}${queryOf(fields)}`, init: { headers } }
  const sent = { ...headers, "Content-Type": "application/json", "Idempotency-Key": key }
  return { url, init: { method, headers: sent, body: JSON.stringify(fields) } }
}

function queryOf(fields: Record<string, string | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, value)
  return `?${query}`.replace(/\?$/, "")
}

/** Tries until the answer is final. All tries have one key, so that the service does the work once. */
async function send(options: ClientOptions, request: Request, signal?: AbortSignal): Promise<unknown> {
  const { retries = 2, longestWaitMs = 10_000 } = options
  for (let retry = 0; ; retry += 1) {
    try {
      return await tryOnce(options, request, signal)
    } catch (fault) {
      signal?.throwIfAborted()
      if (!(fault instanceof AtelierError) || !isTemporary(fault) || retry >= retries) throw fault
      const backoffMs = Math.min(longestWaitMs, 500 * 2 ** retry) * (0.5 + Math.random() / 2)
      const { retryAfterMs = backoffMs } = fault
      if (retryAfterMs > longestWaitMs) throw fault
      await wait(retryAfterMs, signal)
    }
  }
}

const isTemporary = ({ status, retryAfterMs }: AtelierError) =>
  status === 0 || status === 429 || status >= 500 || (status === 409 && retryAfterMs !== undefined)

async function tryOnce(options: ClientOptions, { url, init }: Request, signal?: AbortSignal): Promise<unknown> {
  const { fetch = globalThis.fetch, timeoutMs = 30_000 } = options
  const limit = AbortSignal.timeout(timeoutMs)
  let response: Response
  let answer: Blob
  try {
    response = await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, limit]) : limit })
    answer = await response.blob()
  } catch (cause) {
    throw new AtelierError({ message: "The service did not answer.", status: 0, code: "no_answer", cause })
  }
  if (response.ok && answer.type.startsWith("image/")) return answer
  const body = parse(await answer.text())
  if (response.ok && body) return body
  throw refusalOf(response, body?.error)
}

function parse(text: string): ErrorBody | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A proxy's own refusal may be JSON too, of another form. */
function refusalOf({ status, headers }: Response, error?: Partial<ErrorDetail>): AtelierError {
  const isOurs = typeof error?.code === "string" && typeof error.message === "string"
  return new AtelierError({
    ...{ message: `The service answered with status ${status}.`, code: "unexpected_answer" },
    ...(isOurs && { code: error.code, message: error.message, hint: error.hint }),
    status,
    retryAfterMs: waitOf(headers.get("Retry-After")),
    requestId: headers.get("X-Request-Id") ?? undefined,
  })
}

/** Reads `Retry-After`, in seconds or as a date. */
function waitOf(header: string | null): number | undefined {
  if (header === null) return undefined
  // Date.parse takes other numbers for years.
  const at = /^[A-Z]/.test(header) ? Date.parse(header) : Number.NaN
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : at - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop)
      resolve()
    }, ms)
    signal?.addEventListener("abort", stop)
  })
}

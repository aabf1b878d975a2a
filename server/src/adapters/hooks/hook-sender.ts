import { http, https } from "#kernel/node-http.ts"
import { retryAfterOf } from "#kernel/time/retry-after.ts"
import { type AllowedHosts, allowHosts } from "../http-fetch/allowed-hosts.ts"
import { checkTarget, openRequests, type RequestOptions } from "../http-fetch/request.ts"
import { HandshakeFault, RequestFault } from "../http-fetch/request-fault.ts"
import type { HookAnswer, HookRequest, Hooks, TlsFault } from "./port.ts"

export interface HookOptions extends Pick<RequestOptions, "dnsServers">, AllowedHosts {
  /** Epoch milliseconds, for `Retry-After` with a date. */
  readonly now: () => number
  /** The longest duration of a request. */
  readonly totalMs?: number
  readonly mostPerSecond?: number
}

/** An idle connection is closed before most servers close it. */
const idleMs = 2_000
const mostAtOnce = 8
const mostRead = 16_384
const mostKept = 1_000

export function openHooks({ hosts, now, totalMs = 15_000, mostPerSecond = 50, ...given }: HookOptions): Hooks {
  const kept = { keepAlive: true, timeout: idleMs, maxFreeSockets: mostAtOnce, maxTotalSockets: 256 }
  const agents = { http: new http.Agent(kept), https: new https.Agent(kept) }
  const read = { maxBytes: Number.POSITIVE_INFINITY, dropsCompressed: true }
  const options = { ...given, ...read, silenceMs: totalMs, totalMs, agents }
  const fetch = openRequests(options)
  const { isOff, allows } = allowHosts({ ...given, hosts })

  return {
    isOff,
    mostPerSecond,
    mostAtOnce,
    async check(text) {
      const url = URL.parse(text)
      if (!url || !allows(url)) return false
      return checkTarget(options, url).then(
        () => true,
        () => false,
      )
    },
    async post(request) {
      const url = URL.parse(request.url)
      if (!url || !allows(url)) return failed("address")
      try {
        return await readAnswer(await fetch(url, { method: "POST", ...sentBy(request) }), now())
      } catch (error) {
        return failed(faultOf(error))
      }
    },
    async close() {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

function faultOf(error: unknown): HookAnswer["fault"] {
  if (!(error instanceof RequestFault) || error.reason === "too large") return "unreachable"
  return error.reason === "unreachable" ? (tlsFaultOf(error.cause) ?? "unreachable") : error.reason
}

const sentBy = ({ body, headers }: HookRequest) => ({ body, headers: { ...headers } })

const failed = (fault: HookAnswer["fault"]): HookAnswer => ({ status: null, fault, text: "", retryAfterMs: null })

async function readAnswer(response: Response, now: number): Promise<HookAnswer> {
  const { status, headers } = response
  const retryAfterMs = retryAfterOf(headers.get("retry-after"), now) ?? null
  return { status, fault: null, text: await readText(response), retryAfterMs }
}

/** Reads until the end or the limit. The status is the answer, so a body that breaks off changes nothing. */
async function readText({ body }: Response): Promise<string> {
  if (body === null) return ""
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let read = 0
  try {
    while (read < mostRead) {
      const { value, done } = await reader.read()
      if (done) break
      chunks.push(value)
      read += value.length
    }
    if (read >= mostRead) await reader.cancel()
  } catch {}
  return Buffer.concat(chunks).toString("utf8").slice(0, mostKept).replaceAll("\0", "").toWellFormed()
}

/** Maps the messages of Node.js and OpenSSL to faults. The first match counts. */
const faults: readonly [words: RegExp, fault: TlsFault][] = [
  [/^depth zero self signed cert/, "self_signed"],
  [/^cert has expired/, "expired"],
  [/^cert not yet valid/, "not_yet_valid"],
  [/^err tls cert altname/, "wrong_name"],
  [/^(self signed cert in chain|unable to get issuer cert)/, "unknown_issuer"],
  [/^unable to verify leaf signature/, "incomplete_chain"],
  [/wrong version number|packet length too long|http request/, "plain_http"],
  [/unsupported protocol|alert protocol version/, "old_tls"],
  [/^(econnreset|epipe)/, "handshake_cut"],
  [/^(err ssl|eproto)/, "handshake_refused"],
  [/./, "bad_certificate"],
]

/** Undefined for a fault that has nothing to do with TLS. */
function tlsFaultOf(error: unknown): TlsFault | undefined {
  const words = wordsOf(error instanceof HandshakeFault ? error.cause : error)
  // A receiver that speaks TLS 1.3 refuses a client without a certificate after the handshake.
  if (!(error instanceof HandshakeFault) && !/^err ssl .*alert/.test(words)) return undefined
  return faults.find(([pattern]) => pattern.test(words))?.[1]
}

/** OpenSSL's reason is in the code of some faults, and only in the message of others. */
function wordsOf(error: unknown): string {
  const { code = "", message = "" } = error as { code?: string; message?: string }
  return `${code} ${message}`.replaceAll("_", " ").toLowerCase()
}

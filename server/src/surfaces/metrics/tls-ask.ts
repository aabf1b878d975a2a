import { STATUS_CODES } from "node:http"
import { isIP } from "node:net"
import { type App, systemContext } from "#access/perform.ts"
import { certify, isHostname } from "#domains/workspaces/index.ts"
import { DomainArrivals } from "#engines/edge/arrivals.ts"
import { ServedHostnames } from "#engines/edge/served-hostnames.ts"
import type { Addresses } from "#kernel/addresses.ts"
import { record } from "#measure/measure.ts"
import type { OperationsAnswer } from "./operations-port.ts"
import type { QuickAnswer } from "./quick-connections.ts"

const answers = {
  ours: { status: 200, text: "This is a host of the service." },
  served: { status: 200, text: "This is a domain of a workspace." },
  unknown: { status: 404, text: "No workspace serves this domain." },
  invalid: { status: 400, text: "Ask for one hostname in lower-case ASCII: /tls/ask?domain=go.example.com" },
  held: { status: 429, text: "Too many new certificates were allowed. Ask again later." },
  busy: { status: 503, text: "Too many domains are asked for. Ask again in a second." },
  fault: { status: 503, text: "The database does not answer. Ask again in a moment." },
} as const

type Answer = keyof typeof answers

const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" }
/** Each answer as the bytes of a whole response. */
const responses = new Map(Object.entries(answers).map(([answer, { status, text }]) => [answer, toResponse(status, text)])) // biome-ignore format: one thought

function toResponse(status: number, text: string): Buffer {
  const lines = Object.entries({ ...headers, "content-length": text.length + 1 }).map(([name, value]) => `${name}: ${value}\r\n`) // biome-ignore format: one thought
  return Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${text}\n`)
}

/** Parses the proxy's query. Names are not percent-encoded. */
const plainQuestion = /^\/tls\/ask\?domain=([\w.-]+)$/

export interface TlsAsk {
  readonly answer: OperationsAnswer
  /** Answers from memory alone, since strangers can send thousands of queries a second. */
  readonly quick: QuickAnswer
  close(): void
}

/**
 * Answers a proxy that asks whether to order a certificate for a hostname: only 200 allows it. It uses the DNS only for
 * names that a workspace has claimed there, since strangers choose the others.
 */
export function openTlsAsk(app: App): TlsAsk {
  const hostnames = new ServedHostnames(app)
  const judge = judgeOf(app.addresses, hostnames)
  const arrivals = new DomainArrivals(app)
  const lookUp = async (asked: string): Promise<Answer> => {
    const hostname = asked.toLowerCase()
    const known = judge(asked) ?? (await hostnames.find(hostname))
    if (known !== "claimed") return known
    await arrivals.poll(hostname)
    return certify(systemContext(app), hostname)
  }
  return {
    async answer({ url = "" }, response) {
      const asked = new URL(url, "http://localhost").searchParams.getAll("domain")
      const answer = asked.length === 1 ? await lookUp(asked[0] ?? "").catch(() => "fault" as const) : "invalid"
      record("tls_asked_total", 1, answer)
      const { status, text } = answers[answer]
      response.writeHead(status, headers).end(`${text}\n`)
    },
    quick(url) {
      const asked = plainQuestion.exec(url)?.[1]
      const answer = asked === undefined ? undefined : judge(asked)
      if (answer === undefined || answer === "claimed") return undefined
      record("tls_asked_total", 1, answer)
      return responses.get(answer)
    },
    close: () => hostnames.close(),
  }
}

/** Judges a hostname from memory; undefined where only the database knows. `claimed`: its records must be checked. */
function judgeOf(addresses: Addresses, hostnames: ServedHostnames) {
  const ours = new Set(Object.values(addresses).map((address) => new URL(address).hostname))
  return (asked: string): Answer | "claimed" | undefined => {
    const hostname = asked.toLowerCase()
    if (!isHostname(hostname) || isIP(hostname) !== 0) return "invalid"
    if (ours.has(hostname)) return "ours"
    return hostnames.findInMemory(hostname)
  }
}

import type { IncomingMessage } from "node:http"
import { http, https } from "#kernel/node-http.ts"
import { toOtlp } from "./otlp.ts"
import type { SendSpans } from "./span-queue.ts"

/** "Retryable response codes" of OTLP/HTTP. Other refusals would be repeated. */
const retryable = new Set([429, 502, 503, 504])
const longestAnswer = 64 * 1024

/** Sends spans to the collector at `url` by OTLP over HTTP, in JSON. */
export function otlpSender(url: string, resource: Readonly<Record<string, string>>): SendSpans {
  const { Agent, request } = url.startsWith("https:") ? https : http
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return async (spans, signal) => {
    const body = Buffer.from(toOtlp(spans, resource))
    const headers = { "content-type": "application/json", "content-length": body.length }
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(url, { method: "POST", agent, headers, signal }).on("response", resolve).on("error", reject).end(body)
    })
    const answer = await readStart(response)
    const { statusCode = 0 } = response
    if (retryable.has(statusCode)) throw Object.assign(new Error("The collector is busy."), { code: `${statusCode}` })
    return statusCode >= 200 && statusCode < 300 ? countRejected(answer) : spans.length
  }
}

async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    length += chunk.length
    if (length > longestAnswer) break // leaving the loop closes the connection
  }
  return Buffer.concat(chunks).toString()
}

/** The collector took the spans, whatever else it answers, except those that it says it rejected. */
function countRejected(answer: string): number {
  try {
    return Number(JSON.parse(answer).partialSuccess?.rejectedSpans ?? 0) || 0
  } catch {
    return 0
  }
}

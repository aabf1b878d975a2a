import type { IncomingMessage } from "node:http"
import { Readable } from "node:stream"
import { http, https } from "#kernel/node-http.ts"
import { mendAnswer } from "./mend-answer.ts"
import { ModelFailure } from "./port.ts"
import type { RequestWatch } from "./watch.ts"

/** The most bytes of one answer on the wire, far more than any token limit allows. */
const mostBytes = 8_000_000

/** Follows no redirect, since the key would be sent along. Ends a long answer. Sends no empty header without a key. */
export function modelFetch(
  watch: RequestWatch,
  { hasKey, wire }: { hasKey: boolean; wire: "anthropic" | "openai" },
): typeof fetch {
  return async (url, init) => {
    const headers = new Headers(init?.headers)
    if (!hasKey) for (const name of ["x-api-key", "authorization"]) headers.delete(name)
    const body = typeof init?.body === "string" ? wellFormed(init.body) : ""
    const answer = await send(String(url), { headers, body, signal: watch.signal })
    return toResponse(answer, (stream) => {
      const counted = stream.pipeThrough(counting(watch))
      return answer.statusCode === 200 ? counted.pipeThrough(mendAnswer(wire)) : counted
    })
  }
}

/** Node's own `fetch` gives up after five minutes without an answer, and a local model may read for longer. */
function send(
  url: string,
  { headers, body, signal }: { headers: Headers; body: string; signal: AbortSignal },
): Promise<IncomingMessage> {
  const client = url.startsWith("https:") ? https : http
  return new Promise((resolve, reject) => {
    const request = client.request(url, { method: "POST", headers: Object.fromEntries(headers), signal }, resolve)
    request.once("error", reject)
    request.end(body)
  })
}

type Bytes = ReadableStream<Uint8Array>

function toResponse(answer: IncomingMessage, read: (stream: Bytes) => Bytes): Response {
  const { statusCode: status = 0, statusMessage: statusText = "", rawHeaders } = answer
  if (status < 200 || status > 599) {
    answer.destroy()
    throw new Error("The peer has no status.")
  }
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) addTo(headers, rawHeaders[at], rawHeaders[at + 1])
  const hasBody = ![204, 205, 304].includes(status)
  if (!hasBody) answer.resume()
  return new Response(hasBody ? read(Readable.toWeb(answer) as Bytes) : null, { status, statusText, headers })
}

/** Leaves out a header that has characters which no header may have. */
function addTo(headers: Headers, name = "", value = ""): void {
  try {
    headers.append(name, value)
  } catch {}
}

/** Replaces lone surrogates of a cut text, which providers refuse. `JSON.stringify` escapes only lone surrogates. */
const wellFormed = (json: string) => json.replaceAll(/(?<!\\)((?:\\\\)*)\\ud[89a-f][\da-f]{2}/g, "$1\ufffd")

function counting(watch: RequestWatch): TransformStream<Uint8Array, Uint8Array> {
  let size = 0
  return new TransformStream({
    transform(chunk, controller) {
      watch.arrived()
      size += chunk.length
      if (size > mostBytes) watch.end(new ModelFailure("too much", { isRetryable: false }))
      else controller.enqueue(chunk)
    },
  })
}

import { mendStart } from "./mend-start.ts"
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
    const body = typeof init?.body === "string" ? { body: wellFormed(init.body) } : {}
    const response = await fetch(url, { ...init, ...body, headers, redirect: "manual" })
    watch.arrived()
    if (!response.body) return response
    const { status, statusText } = response
    const counted = response.body.pipeThrough(counting(watch))
    const events = wire === "anthropic" ? counted.pipeThrough(mendStart()) : counted
    return new Response(events, { status, statusText, headers: response.headers })
  }
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

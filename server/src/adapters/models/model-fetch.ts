import { mendStart } from "./mend-start.ts"
import { ModelFailure } from "./port.ts"
import type { Watch } from "./watch.ts"

/** The most bytes that one answer may have on the wire: far more than any that keeps to its limit of tokens. */
const mostBytes = 8_000_000

/**
 * The `fetch` that one request to a model goes through. It follows no redirect, since the key would go along; it ends an
 * answer that is too long; and it sends no key where there is none, in place of an empty one.
 */
export function modelFetch(
  watch: Watch,
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

/**
 * JSON without halves of a pair of surrogates, which a text that was cut somewhere may end in: providers refuse them.
 * `JSON.stringify` writes whole pairs as letters, so that whatever it has escaped is a half.
 */
const wellFormed = (json: string) => json.replaceAll(/(?<!\\)((?:\\\\)*)\\ud[89a-f][\da-f]{2}/g, "$1\ufffd")

/** Tells the watch of what comes, and ends a body that has too much. */
function counting(watch: Watch): TransformStream<Uint8Array, Uint8Array> {
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

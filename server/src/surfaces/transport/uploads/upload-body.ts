import type { IncomingMessage } from "node:http"
import { Readable } from "node:stream"
import { guard } from "../guard.ts"
import type { Policy } from "../rate-limit.ts"
import type { Transport } from "../transport.ts"

/** How long a sender may be silent. */
const silenceMs = 60_000
/** How long the rest of a refused upload is read and thrown away, so that its sender gets to read the answer. */
const lingerMs = 5_000

/**
 * The bytes of a request as they come. A sender who falls silent is cut off. When the reader stops, the connection
 * stays, so that there is somebody to tell why.
 */
export function bytesOf(raw: IncomingMessage): Readable {
  return Readable.from(chunksOf(raw), { objectMode: false })
}

async function* chunksOf(raw: IncomingMessage): AsyncGenerator<Buffer> {
  const chunks = raw.iterator({ destroyOnReturn: false })
  try {
    for (;;) {
      const timer = setTimeout(() => raw.destroy(), silenceMs).unref()
      const { done, value } = await chunks.next().finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  } finally {
    // Otherwise it would go on listening, and nothing else could read on.
    await chunks.return?.()
  }
}

/** Reads on for a while after a refusal, then cuts the connection. */
export function linger(raw: IncomingMessage): void {
  if (raw.complete || raw.destroyed) return
  const timer = setTimeout(() => raw.destroy(), lingerMs).unref()
  raw.once("close", () => clearTimeout(timer))
  raw.resume()
}

/** The options of a route that takes files; an unknown link counts as a guess. */
export function takingFiles(transport: Transport, policy: Policy) {
  return { config: { takesFiles: true }, ...guard(transport, policy, { countsMisses: true }) }
}

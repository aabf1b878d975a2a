import type { IncomingMessage } from "node:http"
import { Readable } from "node:stream"

/** How long a sender may be silent. */
const silenceMs = 60_000
/** How long the rest of a refused upload is read and discarded, so that its sender can read the response. */
const lingerMs = 5_000

/** A silent sender is disconnected. When the reader stops, the connection stays open for the refusal. */
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
    // Otherwise the iterator would keep listening, and no other reader could continue.
    await chunks.return?.()
  }
}

/** Keeps reading for a while after a refusal, then closes the connection. */
export function linger(raw: IncomingMessage): void {
  if (raw.complete || raw.destroyed) return
  const timer = setTimeout(() => raw.destroy(), lingerMs).unref()
  raw.once("close", () => clearTimeout(timer))
  raw.resume()
}

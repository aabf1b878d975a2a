import { Readable } from "node:stream"
import { ServiceError, upstreamError } from "#kernel/error.ts"
import { inClientSpan } from "#spans/span.ts"
import { Deadline } from "./deadline.ts"
import type { BlobStore, Blobs } from "./port.ts"

/** How long a store may make no progress, in milliseconds. */
const patienceMs = 10_000

/** Adds a deadline to every call of a store, and a span in a trace. Progress moves the deadline. */
export function withDeadlines(store: BlobStore, limitMs = patienceMs): Blobs {
  const { write, read, remove, list } = limited(store, limitMs)
  return {
    write: (key, bytes, maxBytes) => inClientSpan("blob write", () => write(key, bytes, maxBytes)),
    read: (key, range) => inClientSpan("blob read", () => read(key, range)),
    remove: (key) => inClientSpan("blob remove", () => remove(key)),
    list: (prefix) => inClientSpan("blob list", () => list(prefix)),
  }
}

function limited(store: BlobStore, limitMs: number): Blobs {
  return {
    async write(key, bytes, maxBytes) {
      const deadline = new Deadline(limitMs)
      try {
        return await deadline.over(store.write(key, offered(bytes, deadline), { ...deadline.watch, maxBytes }))
      } finally {
        deadline.end()
        bytes.destroy()
      }
    },

    async read(key, range) {
      const deadline = new Deadline(limitMs)
      const opening = store.read(key, { ...deadline.watch, range })
      try {
        return followed(await deadline.over(opening), deadline)
      } catch (error) {
        deadline.end()
        opening.then(
          (late) => late.destroy(),
          () => {},
        )
        throw error
      }
    },

    async remove(key) {
      const deadline = new Deadline(limitMs)
      await deadline.over(store.remove(key, deadline.watch)).finally(() => deadline.end())
    },

    async list(prefix) {
      const deadline = new Deadline(limitMs)
      return deadline.over(store.list({ ...deadline.watch, prefix })).finally(() => deadline.end())
    },
  }
}

/** The source for the store. The store's clock is stopped while the store waits for the source. */
async function* offered(bytes: Readable, deadline: Deadline): AsyncGenerator<Uint8Array> {
  deadline.pause()
  for await (const chunk of bytes) {
    deadline.start()
    yield chunk
    deadline.pause()
  }
  deadline.start()
}

/** Wraps a stream from the store. It fails when the store stalls. The clock stops while the stream has no reader. */
function followed(inner: Readable, deadline: Deadline): Readable {
  const outer = new Readable({
    read() {
      deadline.start()
      inner.resume()
    },
    destroy(error, done) {
      deadline.end()
      inner.destroy()
      done(error)
    },
  })
  const fail = (error?: unknown) => {
    if (outer.readableEnded || outer.destroyed) return
    outer.destroy(error instanceof ServiceError ? error : upstreamError("The file store", error))
  }
  const { signal } = deadline.watch
  deadline.pause()
  signal.addEventListener("abort", () => fail(signal.reason), { once: true })
  inner.pause()
  inner.on("data", (chunk) => {
    if (outer.push(chunk)) return deadline.start()
    deadline.pause()
    inner.pause()
  })
  inner.on("end", () => {
    deadline.end()
    outer.push(null)
  })
  inner.on("error", fail)
  inner.on("close", () => {
    if (!inner.readableEnded) fail()
  })
  return outer
}

import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { failsUpstream } from "#test/support/basics/fails-upstream.ts"
import { s3Server } from "#test/support/stand-ins/s3-server.ts"
import type { BlobStore, Watch } from "./port.ts"
import { openS3Blobs } from "./s3.ts"
import { withDeadlines } from "./with-deadlines.ts"

const limitMs = 100
const never = () => new Promise<never>(() => {})

/** A store whose calls never settle and ignore the signal. */
function hangingStore(changes: Partial<BlobStore> = {}) {
  const signals: AbortSignal[] = []
  const hang = ({ signal }: Watch) => {
    signals.push(signal)
    return never()
  }
  const store: BlobStore = {
    write: (_key, _bytes, how) => hang(how),
    read: (_key, how) => hang(how),
    remove: (_key, how) => hang(how),
    list: (how) => hang(how),
    ...changes,
  }
  return { blobs: withDeadlines(store, limitMs), signals }
}

test("each call of a stalled store is an upstream error, and its signal aborts", async () => {
  const { blobs, signals } = hangingStore()
  const source = Readable.from([Buffer.from("x")])
  await Promise.all([
    assert.rejects(blobs.write("key", source, 1), failsUpstream),
    assert.rejects(blobs.read("key"), failsUpstream),
    assert.rejects(blobs.remove("key"), failsUpstream),
    assert.rejects(blobs.list(), failsUpstream),
  ])
  assert.deepEqual([signals.length, signals.every(({ aborted }) => aborted)], [4, true])
  assert.equal(source.destroyed, true)
})

test("a store that stalls during a write or a read is an upstream error, and its stream is closed", async () => {
  const inner = new Readable({ read() {} })
  inner.push("first")
  const { blobs } = hangingStore({
    write: async (_key, bytes) => {
      for await (const _chunk of bytes) await never()
      return never()
    },
    read: async () => inner,
  })
  const source = Readable.from([Buffer.from("x"), Buffer.from("y")])
  await assert.rejects(blobs.write("key", source, 2), failsUpstream)
  assert.equal(source.destroyed, true)

  await assert.rejects(buffer(await blobs.read("key")), failsUpstream)
  assert.equal(inner.destroyed, true)
})

test("a stream that arrives after the deadline is closed", async () => {
  const inner = Readable.from([Buffer.from("late")])
  const { promise, resolve } = Promise.withResolvers<Readable>()
  const { blobs } = hangingStore({ read: () => promise })
  await assert.rejects(blobs.read("key"), failsUpstream)
  resolve(inner)
  await promise
  assert.equal(inner.destroyed, true)
})

test("a slow store that makes progress does not time out", async () => {
  const { blobs } = hangingStore({
    async write(_key, bytes, { progress }) {
      for await (const _chunk of bytes) {
        for (let step = 0; step < 6; step += 1) {
          await sleep(limitMs / 2)
          progress()
        }
      }
      return { sizeBytes: 1, sha256: "" }
    },
  })
  assert.equal((await blobs.write("key", Readable.from([Buffer.from("x")]), 1)).sizeBytes, 1)
})

test("S3 reports progress for each slice of a part that the connection accepted", async (t) => {
  const { url } = await s3Server(t)
  let slices = 0
  const progress = () => {
    slices += 1
  }
  const how = { signal: new AbortController().signal, progress, maxBytes: 10_000_000 }
  await openS3Blobs(url).write("key", Readable.from([randomBytes(9_000_000)]), how)
  assert.ok(slices >= 9_000_000 / 65_536, `${slices} slices`)
})

import assert from "node:assert/strict"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { unpack } from "#test/support/formats/unzip.ts"
import { type ZipEntry, zipOf } from "./zip.ts"

const of = (name: string, text: string): ZipEntry => {
  const bytes = Buffer.from(text)
  return { name, sizeBytes: bytes.length, open: async () => Readable.from([bytes]) }
}

test("a zip contains its files, and has the announced length", async () => {
  const files = { "a.txt": "one", "ü ☃.txt": "two".repeat(50_000), empty: "" }
  const { stream, sizeBytes } = zipOf(
    Object.entries(files).map(([name, text]) => of(name, text)),
    Date.UTC(2026, 10, 20),
  )

  const bytes = await buffer(stream)

  assert.equal(bytes.length, sizeBytes)
  assert.deepEqual(await unpack(bytes), files)
})

test("files above 4 GiB make a 64-bit zip, whose length is known as well", () => {
  const huge = (name: string) => ({ ...of(name, ""), sizeBytes: 5 * 2 ** 30 })
  const { stream, sizeBytes } = zipOf([huge("a"), huge("b")], 0)
  stream.destroy()
  assert.equal(sizeBytes, 10 * 2 ** 30 + 2 * (30 + 1 + 24) + 2 * (46 + 1 + 9 + 28) + 56 + 20 + 22)
})

test("a file is opened once the previous files were read, and never for a zip without a reader", async () => {
  const opened: string[] = []
  const slow = (name: string): ZipEntry => ({
    ...of(name, "x".repeat(1_000_000)),
    open: async () => {
      opened.push(name)
      return Readable.from([Buffer.from("x".repeat(1_000_000))])
    },
  })
  const unread = zipOf([slow("a"), slow("b")], 0)
  unread.stream.destroy()
  await sleep(20)
  assert.deepEqual(opened, [])

  const { stream } = zipOf([slow("a"), slow("b")], 0)
  await sleep(50)
  assert.deepEqual(opened, ["a"])
  await buffer(stream)
  assert.deepEqual(opened, ["a", "b"])
})

test("a source is closed when the reader disconnects, and backpressure stops reading", async () => {
  let read = 0
  const source = new Readable({
    highWaterMark: 65_536,
    read() {
      read += 65_536
      this.push(Buffer.alloc(65_536))
    },
  })
  const { stream } = zipOf([{ name: "endless", sizeBytes: 2 ** 40, open: async () => source }], 0)
  stream.once("data", () => stream.pause())
  await sleep(100)
  assert.ok(read < 2_000_000, `${read} bytes were read for a reader who waits`)
  assert.equal(source.destroyed, false)

  stream.destroy()
  await sleep(20)
  assert.equal(source.destroyed, true)
})

test("a zip breaks off when a file cannot be opened, fails, ends early, or is longer than announced", async () => {
  const broken: Record<string, ZipEntry["open"]> = {
    missing: () => Promise.reject(new Error("It is not there.")),
    failing: async () => {
      const source = new Readable({ read() {} })
      setImmediate(() => source.destroy(new Error("The disk failed.")))
      return source
    },
    closing: async () => {
      const source = new Readable({ read() {} })
      setImmediate(() => source.destroy())
      return source
    },
    short: async () => Readable.from([Buffer.from("ab")]),
    long: async () => Readable.from([Buffer.from("abcdef")]),
  }
  for (const [what, open] of Object.entries(broken)) {
    const { stream } = zipOf([of("first", "fine"), { name: "second", sizeBytes: 4, open }, of("third", "fine")], 0)
    await assert.rejects(buffer(stream), what)
  }
})

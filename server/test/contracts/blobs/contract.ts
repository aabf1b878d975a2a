import assert from "node:assert/strict"
import { createHash, randomBytes } from "node:crypto"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { type TestContext, test } from "node:test"
import type { Blobs } from "#adapters/blobs/port.ts"
import { ServiceError } from "#kernel/error.ts"
import { together } from "#test/support/basics/together.ts"

export interface OpenedBlobs {
  blobs: Blobs
  /** The names of everything in the store, finished or not. */
  stored(): Promise<string[]>
}

const mebibyte = 1024 * 1024
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex")
const notFound = (error: unknown) => error instanceof ServiceError && error.code === "not_found"
const tooLarge = (error: unknown) => error instanceof ServiceError && error.status === 413

type Check = (name: string, run: (opened: OpenedBlobs) => Promise<void>) => void

/** The contract of every blob adapter. */
export function blobContract(open: (t: TestContext) => Promise<OpenedBlobs>): void {
  const check: Check = (name, run) => void test(name, async (t) => run(await open(t)))
  writtenBlobs(check)
  failedWrites(check)
  replacedAndRemovedBlobs(check)
  check("a key that could lead elsewhere is refused", refusesKeys)
}

/** The part of the contract that needs more blobs than S3 lists at once. */
export function listContract(open: (t: TestContext) => Promise<OpenedBlobs>): void {
  test("all blobs are listed with their sizes, or those below a prefix, however many there are", async (t) =>
    listsAll(await open(t)))
}

async function listsAll({ blobs }: OpenedBlobs): Promise<void> {
  assert.deepEqual([await blobs.list(), await blobs.list("a")], [[], []])
  const sizes = new Map(Array.from({ length: 1_100 }, (_, at) => [`a/${at}`, at % 3]))
  sizes.set("b.json", 5).set("ab/c", 7)
  const put = async ([key, size]: [string, number]) => {
    await blobs.write(key, Readable.from([Buffer.alloc(size)]), size)
  }
  await together(sizes, put)

  const listed = async (prefix?: string) =>
    new Map((await blobs.list(prefix)).map(({ key, sizeBytes }) => [key, sizeBytes]))
  assert.deepEqual(new Map([...(await listed())].toSorted()), new Map([...sizes].toSorted()))
  assert.equal((await listed("a")).size, 1_100)
}

function writtenBlobs(check: Check): void {
  for (const size of [0, 1, 100_000, 20 * mebibyte]) {
    check(`${size} bytes come back as they were, and are measured`, async ({ blobs }) => {
      const bytes = randomBytes(size)
      const measured = await blobs.write("drive/file_1", Readable.from(parts(bytes, 65_536)), size)

      assert.deepEqual(measured, { sizeBytes: size, sha256: sha256(bytes) })
      assert.equal(sha256(await buffer(await blobs.read("drive/file_1"))), sha256(bytes))
    })
  }

  check("a range answers its part, and what lies past the end is left out", async ({ blobs }) => {
    await blobs.write("key", Readable.from([Buffer.from("0123456789")]), 10)
    const read = async (start: number, end: number) =>
      (await buffer(await blobs.read("key", { start, end }))).toString()

    assert.equal(await read(0, 1), "01")
    assert.equal(await read(2, 5), "2345")
    assert.equal(await read(8, 20), "89")
    assert.equal(await read(10, 12), "")
  })

  check("sixty unread downloads delay no other call", async ({ blobs }) => {
    await blobs.write("large", Readable.from(parts(randomBytes(8 * mebibyte), 65_536)), 8 * mebibyte)
    const paused = await Promise.all(Array.from({ length: 60 }, () => blobs.read("large")))

    await blobs.write("small", Readable.from([Buffer.from("x")]), 1)
    assert.equal((await buffer(await blobs.read("small"))).toString(), "x")
    for (const stream of paused) stream.destroy()
  })
}

function failedWrites(check: Check): void {
  for (const size of [11, 20 * mebibyte]) {
    check(
      `${size} bytes where fewer are allowed stop the stream and leave nothing behind`,
      async ({ blobs, stored }) => {
        const source = Readable.from(parts(randomBytes(size), 65_536))
        await assert.rejects(blobs.write("key", source, size - 1), tooLarge)

        assert.equal(source.destroyed, true)
        assert.deepEqual(await stored(), [])
      },
    )
  }

  check("a stream that breaks leaves nothing behind, and its own error comes out", async ({ blobs, stored }) => {
    const source = Readable.from(breaking(randomBytes(12 * mebibyte)))
    await assert.rejects(blobs.write("key", source, 100 * mebibyte), /the line broke/)
    assert.deepEqual(await stored(), [])
  })

  check("a failed write leaves what lay under the key as it was", async ({ blobs }) => {
    await blobs.write("key", Readable.from([Buffer.from("first")]), 10)
    await assert.rejects(blobs.write("key", Readable.from([Buffer.from("far too long")]), 10), tooLarge)
    assert.equal((await buffer(await blobs.read("key"))).toString(), "first")
  })
}

function replacedAndRemovedBlobs(check: Check): void {
  check("writing again replaces the whole", async ({ blobs }) => {
    await blobs.write("key", Readable.from([Buffer.from("a long first text")]), 100)
    await blobs.write("key", Readable.from([Buffer.from("second")]), 100)
    assert.equal((await buffer(await blobs.read("key"))).toString(), "second")
  })

  check("what was removed is not found; removing it again is no error", async ({ blobs, stored }) => {
    await blobs.write("folder/key", Readable.from([Buffer.from("x")]), 10)
    await blobs.remove("folder/key")
    await blobs.remove("folder/key")

    await assert.rejects(blobs.read("folder/key"), notFound)
    assert.deepEqual(await stored(), [])
  })
}

async function refusesKeys({ blobs }: OpenedBlobs): Promise<void> {
  for (const key of [
    "",
    "..",
    "../key",
    "a/../../key",
    "/key",
    "key/",
    "a//b",
    "a\\b",
    "a\0b",
    ".unfinished",
    "a b",
    "ä",
    "a".repeat(201),
  ]) {
    await assert.rejects(blobs.write(key, Readable.from([Buffer.from("x")]), 10), /not well formed/)
    await assert.rejects(blobs.read(key), /not well formed/)
    await assert.rejects(blobs.remove(key), /not well formed/)
  }
}

function* parts(bytes: Buffer, size: number): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

function* breaking(bytes: Buffer): Generator<Buffer> {
  yield* parts(bytes, 65_536)
  throw new Error("the line broke")
}

import assert from "node:assert/strict"
import { test } from "node:test"
import { openPreviewCache } from "./preview-cache.ts"

const drawTo =
  (drawn: string[], text: string, size = 10) =>
  async () => {
    drawn.push(text)
    return { bytes: new Uint8Array(size), etag: `"${text}"` }
  }

test("finds a card by its request", async () => {
  const cache = openPreviewCache(100)
  assert.equal(cache.find("a?"), undefined)

  await cache.get("a?", "a", drawTo([], "a"))

  assert.equal(cache.find("a?")?.etag, '"a"')
})

test("drops the least recently used cards above the limit of bytes", async () => {
  const cache = openPreviewCache(30)
  for (const text of ["a", "b", "c"]) await cache.get(text, text, drawTo([], text))
  cache.find("a")

  await cache.get("d", "d", drawTo([], "d", 15))

  assert.deepEqual(
    ["a", "b", "c", "d"].map((text) => cache.find(text) !== undefined),
    [true, false, false, true],
  )
})

test("returns a card that is larger than the cache without caching it", async () => {
  const cache = openPreviewCache(5)

  assert.equal((await cache.get("a", "a", drawTo([], "a"))).bytes.byteLength, 10)
  assert.equal(cache.find("a"), undefined)
})

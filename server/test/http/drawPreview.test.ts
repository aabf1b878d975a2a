import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { ServiceError } from "#kernel/error.ts"
import { httpWorld } from "#test/support/worlds/http-world.ts"

const path = "/api/og"

/** Width and height from the header of a PNG. */
function sizeOf(png: Buffer): [number, number] {
  assert.deepEqual([...png.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

describe("GET /api/og", () => {
  test("200 with a PNG of 1200×630 that may be cached", async (t) => {
    const { get } = await httpWorld(t)

    const { status, headers, bytes } = await get(`${path}?title=Hello&description=World`)

    assert.equal(status, 200)
    assert.equal(headers["content-type"], "image/png")
    assert.equal(headers["content-length"], String(bytes.length))
    assert.match(headers["cache-control"] ?? "", /^public, max-age=\d+, stale-while-revalidate=\d+$/)
    assert.match(headers.etag ?? "", /^"[\w-]{43}"$/)
    assert.deepEqual(sizeOf(bytes), [1200, 630])
  })

  test("200 for any text: empty, markup, endless marks, half characters, repeated parameters", async (t) => {
    const { get } = await httpWorld(t)
    const texts = [
      "",
      "?title=",
      "?title=%3Csvg%20onload%3D1%3E%26%00",
      "?title=%ED%A0%80",
      "?title=%FF",
      "?title=a&title=b",
    ]

    for (const query of [...texts, `?title=${"z%CC%81".repeat(200)}`, `?description=${"x".repeat(4_000)}`]) {
      const { status, bytes } = await get(path + query)
      assert.equal(status, 200, query)
      assert.deepEqual(sizeOf(bytes), [1200, 630])
    }
  })

  test("200 with the same bytes for the same text, and HEAD with the same headers and none of them", async (t) => {
    const { get, ask } = await httpWorld(t)
    const first = await get(`${path}?title=Same`)
    const again = await get(`${path}?title=Same`)
    const head = await ask("HEAD", `${path}?title=Same`)

    assert.deepEqual(again.bytes, first.bytes)
    assert.equal(head.status, 200)
    assert.equal(head.bytes.length, 0)
    assert.equal(head.headers.etag, first.headers.etag)
    assert.equal(head.headers["content-length"], first.headers["content-length"])
  })

  test("304 for a client that has the card", async (t) => {
    const { get } = await httpWorld(t)
    const { headers } = await get(`${path}?title=Same`)

    const { status, bytes } = await get(`${path}?title=Same`, { "if-none-match": headers.etag ?? "" })

    assert.equal(status, 304)
    assert.equal(bytes.length, 0)
    assert.equal((await get(`${path}?title=Other`, { "if-none-match": headers.etag ?? "" })).status, 200)
  })

  test("400 for a version that does not exist", async (t) => {
    const { get } = await httpWorld(t)

    assert.equal((await get(path, { "svc-version": "tomorrow" })).status, 400)
  })

  test("429 once the network has used up its images, while reads continue", async (t) => {
    const { get } = await httpWorld(t, { settings: { SVC_RATE_IMAGES: "1" } })
    await get(path)

    assert.equal((await get(path)).status, 429)
    assert.equal((await get("/api/onboard/check-slug?slug=fresh")).status, 200)
  })

  test("500 when the renderer breaks, and 503 with Retry-After when it is overloaded", async (t) => {
    const answers = [
      new Error("no font"),
      new ServiceError("internal_error", "Too many cards are waiting.", { status: 503, retryAfterSeconds: 1 }),
    ]
    const cards = { draw: () => Promise.reject(answers.shift()), close: async () => {} }
    const { get } = await httpWorld(t, { change: (app) => ({ ...app, cards }) })

    const broken = await get(`${path}?title=a`)
    const busy = await get(`${path}?title=b`)

    assert.equal(broken.status, 500)
    assert.equal(broken.body.error.code, "internal_error")
    assert.equal(busy.status, 503)
    assert.equal(busy.body.error.code, "internal_error")
  })
})

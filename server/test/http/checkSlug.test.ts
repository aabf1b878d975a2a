import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { brokenDatabase } from "#test/support/databases/broken-database.ts"
import { httpWorld } from "#test/support/worlds/http-world.ts"

const path = "/api/onboard/check-slug"

describe("GET /api/onboard/check-slug", () => {
  test("200 for a free slug, in any casing and punctuation", async (t) => {
    const { get } = await httpWorld(t)

    for (const slug of ["fresh-ideas", "Fresh Ideas!", "a".repeat(500), "ＡＢＣdef"]) {
      const { status, body } = await get(`${path}?slug=${encodeURIComponent(slug)}`)
      assert.equal(status, 200)
      assert.deepEqual(body, { available: true }, slug)
    }
  })

  test("200 and too_short for a slug that is missing, empty or cleaned to fewer than three characters", async (t) => {
    const { get } = await httpWorld(t)

    for (const query of ["", "?slug=", "?slug=ab", "?slug=%2E%2E%2E%2E", "?slug=--a--", "?other=x", "?slug=%FF"]) {
      const { status, body } = await get(path + query)
      assert.equal(status, 200)
      assert.deepEqual(body, { available: false, reason: "too_short" }, query)
    }
  })

  test("200 and reserved for words of this service's addresses and for taken slugs", async (t) => {
    const { get } = await httpWorld(t)

    for (const slug of ["api", "A-p-i".replaceAll("-", ""), "oauth", "delivery", "studio", "STUDIO", "elsewhere"]) {
      const { status, body } = await get(`${path}?slug=${slug}`)
      assert.equal(status, 200)
      assert.deepEqual(body, { available: false, reason: "reserved" }, slug)
    }
  })

  test("200 for the first one when the slug is there twice", async (t) => {
    const { get } = await httpWorld(t)

    assert.deepEqual((await get(`${path}?slug=studio&slug=fresh-ideas`)).body, { available: false, reason: "reserved" })
    assert.deepEqual((await get(`${path}?slug=fresh-ideas&slug=studio`)).body, { available: true })
  })

  test("400 for a version that does not exist, and for nothing else", async (t) => {
    const { get } = await httpWorld(t)

    const { status, body } = await get(`${path}?slug=fresh`, { "svc-version": "2020-01-01" })

    assert.equal(status, 400)
    assert.equal(body.error.code, "invalid_request")
    assert.match(body.error.hint, /2026-08-24/)
  })

  test("429 once the network has used up its reads", async (t) => {
    const { get } = await httpWorld(t, { settings: { SVC_RATE_READS: "2" } })
    await get(path)
    await get(path)

    const { status, body, headers } = await get(path)

    assert.equal(status, 429)
    assert.equal(body.error.code, "rate_limited")
    assert.equal(headers["ratelimit-remaining"], "0")
  })

  test("500 without the cause when the database is down", async (t) => {
    const { get } = await httpWorld(t, { change: brokenDatabase })

    const { status, body } = await get(`${path}?slug=fresh`)

    assert.equal(status, 500)
    assert.equal(body.error.code, "internal_error")
    assert.doesNotMatch(JSON.stringify(body), /database|secret|select/i)
  })
})

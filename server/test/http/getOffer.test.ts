import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { archiveOffer, pauseOffer, resumeOffer } from "#domains/handover/index.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { brokenDatabase } from "#test/support/databases/broken-database.ts"
import { draftOffer } from "#test/support/selling/shop.ts"
import { httpTill, httpWorld } from "#test/support/worlds/http-world.ts"

describe("GET /api/pay/{key}", () => {
  test("200 with the offer, its files and its seller", async (t) => {
    const { get, pay, offer } = await httpTill(t)

    const { status, body, headers } = await get(pay)

    assert.equal(status, 200)
    assert.equal(headers["cache-control"], "no-store")
    assert.equal(body.isOwnWorkspace, false)
    assert.equal(body.isSignedIn, false)
    const { files, ...shown } = body.offer
    assert.deepEqual(shown, {
      id: offer.id,
      key: "type-specimen",
      title: "Type specimen",
      description: null,
      priceCents: 1900,
      currency: "usd",
      shortKey: offer.key,
      shortUrl: `http://localhost:3000/pay/${offer.key}`,
      sellerName: "Studio Ada",
      sellerSlug: "studio",
      purchasable: true,
    })
    assert.deepEqual(valuesOf(files, "name"), ["specimen.txt", "license.txt"])
  })

  test("200 with purchasable false when the offer is sold out", async (t) => {
    const { get, pay } = await httpTill(t, {}, { stockLimit: 0 })

    const { status, body } = await get(pay)

    assert.equal(status, 200)
    assert.equal(body.offer.purchasable, false)
  })

  test("200 with purchasable false while its sale is paused, and true again afterwards", async (t) => {
    const { get, pay, act, offer } = await httpTill(t)
    const before = await get(pay)
    await act("member", pauseOffer, { id: offer.id })

    const { status, body } = await get(pay)
    assert.equal(status, 200)
    assert.deepEqual(body, { ...before.body, offer: { ...before.body.offer, purchasable: false } })

    await act("member", resumeOffer, { id: offer.id })
    assert.deepEqual((await get(pay)).body, before.body)
  })

  test("400 for a version that does not exist", async (t) => {
    const { get, pay } = await httpTill(t)

    assert.equal((await get(pay, { "svc-version": "2026-02-30" })).status, 400)
  })

  test("404, always the same, for a key that is unknown, malformed, archived or a draft's", async (t) => {
    const { get, act, app, callers, offer } = await httpTill(t, { settings: { SVC_RATE_MISSES: "100" } })
    await draftOffer({ app, callers })
    await act("owner", archiveOffer, { id: offer.id })
    const unknown = await get("/api/pay/zz99")
    assert.equal(unknown.status, 404)
    assert.equal(unknown.body.error.code, "not_found")

    for (const key of [offer.key, "ZZ99", "abc", "abcde", "a%00bc", "%C3%A9abc"]) {
      const path = `/api/pay/${key}`
      const { status, bytes } = await get(path)
      assert.equal(status, 404, path)
      assert.deepEqual(bytes, unknown.bytes, path)
    }
  })

  test("404 for a key that cannot be decoded or is too long", async (t) => {
    const { get } = await httpWorld(t)

    for (const path of ["/api/pay/%ff", "/api/pay/%zz", `/api/pay/${"a".repeat(300)}`]) {
      const { status, body } = await get(path)
      assert.equal(status, 404, path)
      assert.equal(body.error.code, "not_found")
    }
  })

  test("429 once the network has used up its reads", async (t) => {
    const { get, pay } = await httpTill(t, { settings: { SVC_RATE_READS: "1" } })
    await get(pay)

    assert.equal((await get(pay)).status, 429)
  })

  test("429 for a network that guesses keys, on every address of offers, while other reads continue", async (t) => {
    const { get, post, pay } = await httpTill(t, { settings: { SVC_RATE_MISSES: "3" } })
    for (const key of ["aaa1", "aaa2", "aaa3"]) assert.equal((await get(`/api/pay/${key}`)).status, 404)

    const { status, headers } = await get(pay)

    assert.equal(status, 429)
    assert.equal(headers["ratelimit-limit"], "3")
    assert.equal(headers["ratelimit-remaining"], "0")
    assert.equal((await post(`${pay}/gift`, { code: "ABCDEF" })).status, 429)
    assert.equal((await get("/api/onboard/check-slug?slug=fresh")).status, 200)
  })

  test("500 without the cause when the database is down", async (t) => {
    const { get } = await httpWorld(t, { change: brokenDatabase })

    const { status, body } = await get("/api/pay/demo")

    assert.equal(status, 500)
    assert.doesNotMatch(JSON.stringify(body), /database|secret|select/i)
  })
})

import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { describe, test } from "node:test"
import { brokenDatabase } from "#test/support/databases/broken-database.ts"
import { offerOnSale } from "#test/support/selling/shop.ts"
import { httpTill, httpWorld } from "#test/support/worlds/http-world.ts"

const full = { kind: "full", currency: null, balance_cents: 0 } as const

describe("POST /api/pay/{key}/gift", () => {
  test("200 with the discount of a partial-value code, and nothing changed", async (t) => {
    const { post, pay, addGiftCode, giftCode, purchases } = await httpTill(t)
    const id = await addGiftCode("GIFT-FIVE")

    const { status, body } = await post(`${pay}/gift`, { code: " gift-five " })

    assert.equal(status, 200)
    assert.deepEqual(body, { type: "amount", discountCents: 500, remainingCents: 1400 })
    assert.equal((await giftCode(id)).held_cents, 0)
    assert.equal((await purchases()).length, 0)
  })

  test("200 with nothing left to pay for a code of more than the price", async (t) => {
    const { post, pay, addGiftCode } = await httpTill(t)
    await addGiftCode("GIFT-MORE", { balance_cents: 5_000 })

    const { status, body } = await post(`${pay}/gift`, { code: "GIFT-MORE" })

    assert.deepEqual([status, body], [200, { type: "amount", discountCents: 1900, remainingCents: 0 }])
  })

  test("200 with the delivery link for a full-comp code, and the same for the same key, redeemed once", async (t) => {
    const { post, pay, addGiftCode, purchases } = await httpTill(t)
    await addGiftCode("GIFT-FULL", full)
    const key = { "idempotency-key": randomUUID() }
    const redeem = () => post(`${pay}/gift`, { code: "GIFT-FULL", buyerEmail: "bo@example.com" }, key)

    const first = await redeem()
    const again = await redeem()

    assert.equal(first.status, 200)
    assert.equal(first.body.type, "full")
    assert.match(first.body.deliveryUrl, /\/delivery\//)
    assert.equal(again.status, 200)
    assert.deepEqual(again.body, first.body)
    assert.equal((await purchases()).length, 1)
  })

  test("400 for a code that is missing, null, empty, too long or a number, and for an invalid address", async (t) => {
    const { post, pay } = await httpTill(t)
    const bodies = [{}, { code: null }, { code: "" }, { code: "x".repeat(65) }, { code: 5 }]

    for (const body of [...bodies, { code: "ABC", buyerEmail: "bo" }]) {
      const answer = await post(`${pay}/gift`, body)
      assert.equal(answer.status, 400, JSON.stringify(body))
      assert.match(answer.body.error.message, /code|buyerEmail/)
    }
  })

  test("404, always the same, for a code that is unknown, expired, disabled, used up or of another offer", async (t) => {
    const till = await httpTill(t)
    const { post, pay, addGiftCode, clock } = till
    const other = await offerOnSale(till, { title: "Another" })
    await addGiftCode("FOREIGN", { offer_id: other.id })
    await addGiftCode("EXPIRED", { expires_at: clock.now() - 1 })
    await addGiftCode("DISABLED", { disabled_at: clock.now() })
    await addGiftCode("USED-UP", { max_uses: 1, uses: 1 })
    const unknown = await post(`${pay}/gift`, { code: "UNKNOWN" })
    assert.equal(unknown.status, 404)
    assert.equal(unknown.body.error.code, "not_found")

    for (const code of ["EXPIRED", "DISABLED", "USED-UP", "FOREIGN"]) {
      const { status, bytes } = await post(`${pay}/gift`, { code })
      assert.equal(status, 404, code)
      assert.deepEqual(bytes, unknown.bytes, code)
    }
  })

  test("409 for an address that already owns the offer, without a link", async (t) => {
    const { post, pay, addGiftCode } = await httpTill(t)
    await addGiftCode("GIFT-FULL", full)
    const gift = { code: "GIFT-FULL", buyerEmail: "bo@example.com" }
    await post(`${pay}/gift`, gift)

    const { status, body } = await post(`${pay}/gift`, gift)

    assert.equal(status, 409)
    assert.equal(body.error.code, "conflict")
    assert.doesNotMatch(JSON.stringify(body), /\/delivery\//)
  })

  test("429 above the attempts per minute, and sooner for a network that guesses", async (t) => {
    const { post, pay } = await httpTill(t, { settings: { SVC_RATE_GIFTS: "2" } })
    const guessing = await httpTill(t, { settings: { SVC_RATE_MISSES: "2" } })
    for (const shop of [{ post, pay }, guessing]) {
      await shop.post(`${shop.pay}/gift`, { code: "GUESS-1" })
      await shop.post(`${shop.pay}/gift`, { code: "GUESS-2" })

      const { status, headers } = await shop.post(`${shop.pay}/gift`, { code: "GUESS-3" })
      assert.equal(status, 429)
      assert.equal(headers["ratelimit-limit"], "2")
    }
  })

  test("500 without the cause when the database is down", async (t) => {
    const { post } = await httpWorld(t, { change: brokenDatabase })

    const { status, body } = await post("/api/pay/demo/gift", { code: "GIFT-FULL" })

    assert.equal(status, 500)
    assert.doesNotMatch(JSON.stringify(body), /database|secret|select|GIFT-FULL/i)
  })
})

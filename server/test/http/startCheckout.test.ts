import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { describe, test } from "node:test"
import { brokenDatabase } from "#test/support/databases/broken-database.ts"
import { httpTill, httpWorld } from "#test/support/worlds/http-world.ts"

const buyerEmail = "bo@example.com"

describe("POST /api/pay/{key}/checkout", () => {
  test("200 with a session for the payment form", async (t) => {
    const { post, pay, sandbox, purchases } = await httpTill(t)

    const { status, body, headers } = await post(`${pay}/checkout`, { buyerEmail })

    assert.equal(status, 200)
    assert.equal(headers["cache-control"], "no-store")
    const session = await sandbox.findCheckoutSession({ id: "installation" }, body.sessionId)
    assert.equal(session?.clientSecret, body.clientSecret)
    assert.equal(session?.amountCents, 1900)
    assert.equal((await purchases()).length, 1)
  })

  test("200 with less to pay for a partial-value gift code", async (t) => {
    const { post, pay, sandbox, addGiftCode } = await httpTill(t)
    await addGiftCode("GIFT-FIVE")

    const { status, body } = await post(`${pay}/checkout`, { buyerEmail, giftCode: "gift-five" })

    assert.equal(status, 200)
    assert.equal((await sandbox.findCheckoutSession({ id: "installation" }, body.sessionId))?.amountCents, 1400)
  })

  test("200 with a page without a capability for a stranger who types an owner's address", async (t) => {
    const { post, pay, sandbox } = await httpTill(t)
    const { body: session } = await post(`${pay}/checkout`, { buyerEmail })
    await sandbox.pay(session.sessionId, { card: "4242424242424242" })
    await post(`${pay}/verify`, { sessionId: session.sessionId })

    const { status, body } = await post(`${pay}/checkout`, { buyerEmail: "BO@Example.com" })

    assert.equal(status, 200)
    assert.equal(body.alreadyOwned, true)
    assert.match(body.deliveryUrl, /\/claim\/purchase_\w+$/)
  })

  test("200 with the delivery link for the browser that paid, and never replayed to another", async (t) => {
    const { post, pay, sandbox } = await httpTill(t)
    const { body: session } = await post(`${pay}/checkout`, { buyerEmail })
    await sandbox.pay(session.sessionId, { card: "4242424242424242" })
    const paid = await post(`${pay}/verify`, { sessionId: session.sessionId })
    const cookie = String(paid.headers["set-cookie"])
    assert.match(cookie, /^buyer=purchase_[\w.-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
    const key = { "idempotency-key": randomUUID() }

    const owner = await post(`${pay}/checkout`, { buyerEmail }, { ...key, cookie: cookie.split(";")[0] ?? "" })
    const stranger = await post(`${pay}/checkout`, { buyerEmail }, key)

    assert.match(owner.body.deliveryUrl, /\/delivery\//)
    assert.match(stranger.body.deliveryUrl, /\/claim\//)
  })

  test("200 with the same session for the browser that opened it, and never its secret for a stranger", async (t) => {
    const { post, pay, sandbox } = await httpTill(t, {}, { stockLimit: 1 })
    const key = { "idempotency-key": randomUUID() }
    const first = await post(`${pay}/checkout`, { buyerEmail }, key)
    const cookie = String(first.headers["set-cookie"])
    assert.match(cookie, /^buyer=purchase_[\w.-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)

    const again = await post(`${pay}/checkout`, { buyerEmail }, { cookie: cookie.split(";")[0] ?? "" })
    assert.deepEqual(again.body, first.body)
    const forged = cookie.split(";")[0]?.replace(/.{4}$/, "AAAA") ?? ""
    const stranger = await post(`${pay}/checkout`, { buyerEmail: "BO@example.com" }, { cookie: forged })
    assert.equal(stranger.status, 200)
    assert.notEqual(stranger.body.sessionId, first.body.sessionId)
    assert.doesNotMatch(JSON.stringify(stranger.body), new RegExp(first.body.sessionId))
    const session = await sandbox.findCheckoutSession({ id: "installation" }, first.body.sessionId)
    assert.equal(session?.status, "expired", "it ends before the other one can be paid")

    const replayed = await post(`${pay}/checkout`, { buyerEmail }, key)
    assert.equal(replayed.headers["idempotent-replayed"], "true")
    assert.deepEqual(replayed.body, first.body)
  })

  test("400 for an address that is missing, null, invalid, too long or has control characters", async (t) => {
    const { post, pay, purchases } = await httpTill(t)
    const wrong = [undefined, null, 7, "", "bo", "bo@", `${"b".repeat(250)}@example.com`, "bo@x.example\r\nBcc: x@y.z"]

    for (const address of wrong) {
      const { status, body } = await post(`${pay}/checkout`, { buyerEmail: address })
      assert.equal(status, 400, String(address))
      assert.match(body.error.message, /buyerEmail/)
    }
    assert.equal((await purchases()).length, 0)
  })

  test("400 for a full-comp code, with a hint that names the gift endpoint", async (t) => {
    const { post, pay, addGiftCode } = await httpTill(t)
    await addGiftCode("GIFT-FULL", { kind: "full", currency: null, balance_cents: 0 })

    const { status, body } = await post(`${pay}/checkout`, { buyerEmail, giftCode: "GIFT-FULL" })

    assert.equal(status, 400)
    assert.match(body.error.hint, /\/gift/)
  })

  test("404 for an offer that does not exist, and the processor gets no request", async (t) => {
    const { post, purchases } = await httpTill(t)

    const { status, body } = await post("/api/pay/zz99/checkout", { buyerEmail })

    assert.equal(status, 404)
    assert.equal(body.error.code, "not_found")
    assert.equal((await purchases()).length, 0)
  })

  test("409 for an offer that is sold out", async (t) => {
    const { post, pay } = await httpTill(t, {}, { stockLimit: 0 })

    const { status, body } = await post(`${pay}/checkout`, { buyerEmail })

    assert.equal(status, 409)
    assert.equal(body.error.code, "conflict")
  })

  test("409 with `Retry-After` for units that an open checkout holds; the same key succeeds later", async (t) => {
    const { post, pay, clock, deliver } = await httpTill(t, {}, { stockLimit: 1 })
    await post(`${pay}/checkout`, { buyerEmail })
    const key = { "idempotency-key": randomUUID() }
    const ask = () => post(`${pay}/checkout`, { buyerEmail: "cy@example.com" }, key)

    const refused = await ask()
    assert.equal(refused.status, 409)
    assert.match(refused.body.error.hint, /released/)
    assert.equal(refused.headers["retry-after"], String(45 * 60))

    clock.advance(45 * 60_000)
    await deliver()
    assert.equal((await ask()).status, 200)
  })

  test("429 with `Retry-After` once a network has taken an address's checkout over three times", async (t) => {
    const { post, pay } = await httpTill(t)
    const statuses: number[] = []
    for (let n = 0; n < 4; n += 1) statuses.push((await post(`${pay}/checkout`, { buyerEmail })).status)
    assert.deepEqual(statuses, [200, 200, 200, 200])

    const { status, headers } = await post(`${pay}/checkout`, { buyerEmail })
    assert.equal(status, 429)
    assert.ok(Number(headers["retry-after"]) > 3500)
  })

  test("429 once the network has used up its writes", async (t) => {
    const { post, pay } = await httpTill(t, { settings: { SVC_RATE_WRITES: "1" } })
    await post(`${pay}/checkout`, {})

    assert.equal((await post(`${pay}/checkout`, { buyerEmail })).status, 429)
  })

  test("500 without the cause when the database is down", async (t) => {
    const { post } = await httpWorld(t, { change: brokenDatabase })

    const { status, body } = await post("/api/pay/demo/checkout", { buyerEmail })

    assert.equal(status, 500)
    assert.doesNotMatch(JSON.stringify(body), /database|secret|select/i)
  })

  test("500 when the processor is down, and the same key then completes the same purchase", async (t) => {
    const { post, pay, sandbox, purchases } = await httpTill(t)
    const key = { "idempotency-key": randomUUID() }
    sandbox.planFault({ operation: "openSession", kind: "timeout", times: 9 })

    const failed = await post(`${pay}/checkout`, { buyerEmail }, key)
    sandbox.clearFaults()
    const retried = await post(`${pay}/checkout`, { buyerEmail }, key)

    assert.equal(failed.status, 500)
    assert.equal(failed.body.error.code, "upstream_error")
    assert.equal(retried.status, 200)
    assert.equal(retried.headers["idempotent-replayed"], undefined)
    assert.equal((await purchases()).length, 1)
  })
})

import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { describe, type TestContext, test } from "node:test"
import { brokenDatabase } from "#test/support/databases/broken-database.ts"
import { offerOnSale } from "#test/support/selling/shop.ts"
import { type HttpOptions, type HttpTill, httpTill, httpWorld } from "#test/support/worlds/http-world.ts"

const card = "4242424242424242"

async function opened(t: TestContext, options: HttpOptions = {}): Promise<HttpTill & { sessionId: string }> {
  const till = await httpTill(t, options)
  const { body } = await till.post(`${till.pay}/checkout`, { buyerEmail: "bo@example.com" })
  return { ...till, sessionId: body.sessionId }
}

describe("POST /api/pay/{key}/verify", () => {
  test("200 pending until it is paid, with the delivery link then", async (t) => {
    const { post, pay, sandbox, sessionId } = await opened(t)

    const before = await post(`${pay}/verify`, { sessionId })
    await sandbox.pay(sessionId, { card })
    const after = await post(`${pay}/verify`, { sessionId })

    assert.equal(before.status, 200)
    assert.deepEqual(before.body, { paid: false, pending: true })
    assert.equal(after.status, 200)
    assert.equal(after.headers["cache-control"], "no-store")
    assert.equal(after.body.paid, true)
    assert.equal(after.body.fulfilled, true)
    assert.match(after.body.deliveryUrl, /^http:\/\/localhost:3000\/delivery\//)
  })

  test("200 is not frozen while pending, and replayed byte for byte once it is final", async (t) => {
    const { post, pay, sandbox, sessionId } = await opened(t)
    const key = { "idempotency-key": randomUUID() }
    const ask = () => post(`${pay}/verify`, { sessionId }, key)

    assert.equal((await ask()).body.pending, true)
    await sandbox.pay(sessionId, { card })
    const paid = await ask()
    const replayed = await ask()

    assert.equal(paid.body.fulfilled, true)
    assert.equal(paid.headers["idempotent-replayed"], undefined)
    assert.equal(replayed.headers["idempotent-replayed"], "true")
    assert.deepEqual(replayed.bytes, paid.bytes)
  })

  test("200 neither paid nor pending when the session has expired", async (t) => {
    const { post, pay, sessionId, sandbox } = await opened(t)
    await sandbox.expireCheckoutSession({ id: "installation" }, sessionId)

    const { status, body } = await post(`${pay}/verify`, { sessionId })

    assert.equal(status, 200)
    assert.deepEqual(body, { paid: false, pending: false })
  })

  test("400 for a session that is missing, null, empty, a number or too long", async (t) => {
    const { post, pay } = await httpTill(t)

    for (const sessionId of [undefined, null, "", 7, "s".repeat(256)]) {
      const { status, body } = await post(`${pay}/verify`, { sessionId })
      assert.equal(status, 400)
      assert.match(body.error.message, /sessionId/)
    }
  })

  test("404, always the same, for a session that is unknown or of another offer", async (t) => {
    const till = await opened(t)
    const { post, pay, sandbox, sessionId } = till
    const other = await offerOnSale(till, { title: "Another" })
    await sandbox.pay(sessionId, { card })

    const unknown = await post(`${pay}/verify`, { sessionId: "cs_unknown" })
    const foreign = await post(`/api/pay/${other.shortKey}/verify`, { sessionId })

    assert.equal(unknown.status, 404)
    assert.equal(unknown.body.error.code, "not_found")
    assert.deepEqual(foreign.bytes, unknown.bytes)
  })

  test("409 for a key that was used with another session", async (t) => {
    const { post, pay, sessionId } = await opened(t)
    const key = { "idempotency-key": randomUUID() }
    await post(`${pay}/verify`, { sessionId }, key)

    const { status, body } = await post(`${pay}/verify`, { sessionId: "cs_other" }, key)

    assert.equal(status, 409)
    assert.equal(body.error.code, "conflict")
  })

  test("429 once the network has used up its writes", async (t) => {
    const { post } = await httpWorld(t, { settings: { SVC_RATE_WRITES: "1" } })
    await post("/api/pay/demo/verify", {})

    assert.equal((await post("/api/pay/demo/verify", {})).status, 429)
  })

  test("500 upstream_error while the processor does not answer", async (t) => {
    const { post, pay, sandbox, sessionId } = await opened(t)
    sandbox.planFault({ operation: "findSession", kind: "timeout", times: 9 })

    const { status, body } = await post(`${pay}/verify`, { sessionId })

    assert.equal(status, 500)
    assert.equal(body.error.code, "upstream_error")
  })

  test("500 without the cause when the database is down", async (t) => {
    const { post } = await httpWorld(t, { change: brokenDatabase })

    const { status, body } = await post("/api/pay/demo/verify", { sessionId: "cs_1" })

    assert.equal(status, 500)
    assert.doesNotMatch(JSON.stringify(body), /database|secret|select/i)
  })
})

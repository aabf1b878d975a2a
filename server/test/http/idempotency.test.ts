import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { describe, type TestContext, test } from "node:test"
import { sweepTables } from "#engines/jobs/retention.ts"
import { hourMs } from "#kernel/time/units.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { type HttpAnswer, type HttpOptions, type HttpTill, httpTill } from "#test/support/worlds/http-world.ts"

const wish = { buyerEmail: "bo@example.com" }
const many = { SVC_RATE_WRITES: "10000", SVC_RATE_GIFTS: "10000", SVC_RATE_MISSES: "10000" }

type Checkout = HttpTill & { checkout: never; buy(key: string, body?: object): Promise<HttpAnswer> }

async function opened(t: TestContext, options: HttpOptions = {}): Promise<Checkout> {
  const till = await httpTill(t, { settings: many, ...options })
  const buy = (key: string, body: object = wish) => till.post(`${till.pay}/checkout`, body, { "idempotency-key": key })
  return { ...till, buy } as Checkout
}

/** Lets the test hold back requests to the processor for a session. */
function gate(options: HttpOptions = {}) {
  const waiting: (() => void)[] = []
  let entered = 0
  const change: HttpOptions["change"] = (app) => ({
    ...app,
    payments: new Proxy(app.payments, {
      get: (target, name) =>
        name === "openCheckoutSession"
          ? async (...args: Parameters<typeof target.openCheckoutSession>) => {
              entered += 1
              await new Promise<void>((resolve) => waiting.push(resolve))
              return target.openCheckoutSession(...args)
            }
          : Reflect.get(target, name, target),
    }),
  })
  const entry = async () => {
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return { options: { ...options, change }, entry, open: () => waiting.shift()?.(), entered: () => entered }
}

describe("Idempotency-Key", () => {
  test("200 replayed byte for byte for the same key, with any order and spacing of the body", async (t) => {
    const { buy, ask, pay, purchases } = await opened(t)
    const key = randomUUID()
    const first = await buy(key, { buyerEmail: "bo@example.com", unknown: 1 })

    const bodies = ['{"buyerEmail":"bo@example.com"}', '{ "other": [1], "buyerEmail" : "bo@example.com" }']
    for (const text of bodies) {
      const headers = { "content-type": "application/json", "idempotency-key": key }
      const again = await ask("POST", `${pay}/checkout`, { headers, payload: text })
      assert.equal(again.status, 200)
      assert.deepEqual(again.bytes, first.bytes)
      assert.equal(again.headers["idempotent-replayed"], "true")
      assert.equal(again.headers["content-type"], first.headers["content-type"])
    }
    assert.equal(first.headers["idempotent-replayed"], undefined)
    assert.equal((await purchases()).length, 1)
  })

  test("200 replayed with the cookie of the first answer, added to the browser's own", async (t) => {
    const { post, pay, addGiftCode } = await opened(t)
    await addGiftCode("GIFT-FULL", { kind: "full", currency: null, balance_cents: 0 })
    const redeem = (headers: Record<string, string>) => post(`${pay}/gift`, { code: "GIFT-FULL" }, headers)
    const key = { "idempotency-key": randomUUID() }
    const first = await redeem(key)
    const again = await redeem(key)
    const other = await redeem({ ...key, cookie: "buyer=purchase_of.earlier" })

    assert.equal(first.status, 200)
    assert.match(first.headers["set-cookie"] ?? "", /^buyer=purchase_/)
    assert.equal(again.headers["idempotent-replayed"], "true")
    assert.equal(again.headers["set-cookie"], first.headers["set-cookie"])
    const [proof = ""] = /^buyer=[^;]+/.exec(first.headers["set-cookie"] ?? "") ?? []
    assert.ok(other.headers["set-cookie"]?.startsWith(`${proof}~purchase_of.earlier; `))
  })

  test("200 replayed for the key in the draft's quotes and in upper case", async (t) => {
    const { buy } = await opened(t)
    const key = randomUUID()
    const first = await buy(key)

    for (const form of [`"${key}"`, key.toUpperCase(), `"${key.toUpperCase()}"`]) {
      const again = await buy(form)
      assert.equal(again.headers["idempotent-replayed"], "true", form)
      assert.deepEqual(again.bytes, first.bytes)
    }
  })

  test("400 for a key that is no UUID, empty, half quoted, nil, all ones or sent twice; nothing is done", async (t) => {
    const { buy, purchases } = await opened(t)
    const uuid = randomUUID()
    const nil = "00000000-0000-0000-0000-000000000000"
    const wrong = ["", `"${uuid}`, `${uuid}"`, '""', nil, nil.replaceAll("0", "f"), `${uuid}, ${uuid}`, `{${uuid}}`]

    for (const key of [...wrong, "abc", "x".repeat(300), uuid.replaceAll("-", "")]) {
      const { status, body } = await buy(key)
      assert.equal(status, 400, key)
      assert.match(body.error.hint, /UUID/)
    }
    assert.equal((await purchases()).length, 0)
  })

  test("200 of another offer and another endpoint for the same key: it is valid for one address only", async (t) => {
    const { buy, post, pay, purchases } = await opened(t)
    const key = randomUUID()
    const { body } = await buy(key)

    const verified = await post(`${pay}/verify`, { sessionId: body.sessionId }, { "idempotency-key": key })
    const elsewhere = await post("/api/pay/zz99/checkout", wish, { "idempotency-key": key })

    assert.deepEqual(verified.body, { paid: false, pending: true })
    assert.equal(elsewhere.status, 404)
    assert.equal((await purchases()).length, 1)
  })

  test("200 of a GET with a key is never a replay", async (t) => {
    const { get, pay } = await opened(t)
    const key = { "idempotency-key": "not even a UUID" }

    assert.equal((await get(pay, key)).status, 200)
    assert.equal((await get(pay, key)).headers["idempotent-replayed"], undefined)
  })

  test("409 for the same key with another body, and the first answer stays", async (t) => {
    const { buy } = await opened(t)
    const key = randomUUID()
    const first = await buy(key)

    const { status, body, headers } = await buy(key, { buyerEmail: "someone@example.com" })

    assert.equal(status, 409)
    assert.equal(body.error.code, "conflict")
    assert.ok(body.error.hint)
    assert.equal(headers["retry-after"], undefined)
    assert.deepEqual((await buy(key)).bytes, first.bytes)
  })

  test("409 with Retry-After while the first request runs, and its answer afterwards", async (t) => {
    const { options, entry, open, entered } = gate({ settings: many })
    const { buy } = await opened(t, options)
    const key = randomUUID()
    const running = buy(key)
    await entry()

    const meanwhile = await buy(key)
    const other = await buy(key, { buyerEmail: "someone@example.com" })
    open()
    const first = await running

    assert.equal(meanwhile.status, 409)
    assert.equal(meanwhile.headers["retry-after"], "1")
    assert.equal(other.status, 409)
    assert.notEqual(other.body.error.message, meanwhile.body.error.message)
    assert.equal(first.status, 200)
    assert.deepEqual((await buy(key)).bytes, first.bytes)
    assert.equal(entered(), 1)
  })

  test("404 and 409 of the action are final answers, and replayed", async (t) => {
    const { post, buy, app } = await opened(t)
    const key = randomUUID()
    const ask = () => post("/api/pay/zz99/checkout", wish, { "idempotency-key": key })
    const soldOut = randomUUID()
    await app.database.transaction((db) => db.updateTable("offers").set({ stock_limit: 0 }).execute())

    const [first, again] = [await ask(), await ask()]
    const [refused, refusedAgain] = [await buy(soldOut), await buy(soldOut)]

    assert.deepEqual([first.status, again.status], [404, 404])
    assert.deepEqual(again.bytes, first.bytes)
    assert.equal(again.headers["idempotent-replayed"], "true")
    assert.deepEqual([refused.status, refusedAgain.status], [409, 409])
    assert.equal(refusedAgain.headers["idempotent-replayed"], "true")
  })

  test("400, 429 and 500 are never stored: the same key succeeds as soon as it can", async (t) => {
    const { post, pay, sandbox, purchases } = await httpTill(t, { settings: { SVC_RATE_WRITES: "3" } })
    const key = { "idempotency-key": randomUUID() }
    sandbox.planFault({ operation: "openSession", kind: "timeout", times: 9 })

    const malformed = await post(`${pay}/checkout`, { buyerEmail: "none" }, key)
    const failed = await post(`${pay}/checkout`, wish, key)
    sandbox.clearFaults()
    const done = await post(`${pay}/checkout`, wish, key)
    const limited = await post(`${pay}/checkout`, wish, key)

    assert.deepEqual(valuesOf([malformed, failed, done, limited], "status"), [400, 500, 200, 429])
    assert.equal(done.headers["idempotent-replayed"], undefined)
    assert.equal((await purchases()).length, 1)
  })

  test("200 stored sealed: neither the key nor the answer is readable in the database", async (t) => {
    const { buy, app } = await opened(t)
    const key = randomUUID()
    const { body } = await buy(key)

    const rows = await app.database.read.selectFrom("idempotency_keys").selectAll().execute()

    assert.equal(rows.length, 1)
    const text = JSON.stringify(rows)
    for (const secret of [key, body.clientSecret, body.sessionId, wish.buyerEmail]) assert.ok(!text.includes(secret))
  })
})

onBothDatabases("fifty concurrent requests with one key are executed once", async (t, kind) => {
  const { buy, purchases } = await opened(t, { kind })
  const key = randomUUID()

  const answers = await Promise.all(Array.from({ length: 50 }, () => buy(key)))

  const statuses = new Set(answers.map(({ status }) => status))
  assert.ok(
    [...statuses].every((status) => status === 200 || status === 409),
    [...statuses].join(),
  )
  const executed = answers.filter(({ status, headers }) => status === 200 && !headers["idempotent-replayed"])
  assert.equal(executed.length, 1)
  assert.equal((await purchases()).length, 1)
  const later = await buy(key)
  assert.equal(later.headers["idempotent-replayed"], "true")
  assert.deepEqual(later.bytes, executed[0]?.bytes)
})

onBothDatabases("a key replays for 24 hours from its first use, and is a new request afterwards", async (t, kind) => {
  const { buy, purchases, clock } = await opened(t, { kind })
  const key = randomUUID()
  const first = await buy(key)

  clock.advance(24 * hourMs - 1_000)
  const lastReplay = await buy(key)
  clock.advance(2_000)
  const renewed = await buy(key, { buyerEmail: "someone@example.com" })

  assert.deepEqual(lastReplay.bytes, first.bytes)
  assert.equal(renewed.status, 200)
  assert.equal(renewed.headers["idempotent-replayed"], undefined)
  assert.equal((await purchases()).length, 2)
})

for (const [ends, moved] of [
  ["its lease ends", 7_000],
  ["the clock is set back an hour", -3_600_000],
] as const) {
  onBothDatabases(`a dead process's key is free when ${ends}, and completes the same purchase`, async (t, kind) => {
    const { options, entry, open, entered } = gate({ kind, settings: many })
    const { buy, purchases, clock } = await opened(t, options)
    const key = randomUUID()
    const dead = buy(key)
    await entry()

    const tooSoon = await buy(key)
    clock.advance(moved)
    const successor = buy(key)
    await new Promise((resolve) => setImmediate(resolve))
    while (entered() < 2) await new Promise((resolve) => setImmediate(resolve))
    open()
    open()
    const [late, second] = await Promise.all([dead, successor])

    assert.equal(tooSoon.status, 409)
    assert.equal(second.status, 200)
    assert.equal((await purchases()).length, 1)
    assert.deepEqual((await buy(key)).bytes, second.bytes, "only the run that holds the key stores its answer")
    assert.equal(late.body.sessionId, second.body.sessionId)
  })
}

onBothDatabases("the sweeper deletes keys that are older than 24 hours, and no other", async (t, kind) => {
  const { buy, app, cx, clock } = await opened(t, { kind })
  await buy(randomUUID())
  clock.advance(23 * hourMs)
  await buy(randomUUID(), { buyerEmail: "someone@example.com" })
  clock.advance(hourMs + 1)

  await sweepTables(cx, "idempotency_keys")

  assert.equal((await app.database.read.selectFrom("idempotency_keys").select("id").execute()).length, 1)
})

import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { type TestContext, test } from "node:test"
import { until } from "#test/support/basics/until.ts"
import { httpTill, listen } from "#test/support/worlds/http-world.ts"
import { type ClientOptions, openClient } from "../../../client/src/client.ts"
import { type Fault, faults, faultyProxy } from "./faulty-proxy.ts"

/** Enough for a machine on which each answer takes longer than the time limit. The service says `Retry-After: 1`. */
const patient = { longestWaitMs: 1_000, retries: 30 }

/** The faults that end in the service's own 409. The others need no such wait. */
const patience: Partial<Record<Fault, Partial<ClientOptions>>> = {
  twice: patient,
  silence: { ...patient, timeoutMs: 300 },
}

async function openScene(t: TestContext) {
  const till = await httpTill(t, { settings: { SVC_RATE_WRITES: "10000", SVC_RATE_READS: "10000" } })
  const { url } = await listen(till)
  const proxy = await faultyProxy(t, url)
  return { ...till, ...till.offer, proxy, client: openClient({ baseUrl: proxy.url, longestWaitMs: 20 }) }
}

test("under fifty faults each buyer makes one purchase, and each call uses one key", async (t) => {
  const { proxy, sandbox, purchases, key } = await openScene(t)
  /** Plans the fault of a call by its number. Returns the client for it. */
  const plan = (number: number, name: string) => {
    const fault = faults[number % faults.length] ?? "none"
    proxy.planned.set(name, fault)
    return openClient({ baseUrl: proxy.url, longestWaitMs: 20, ...patience[fault] })
  }

  const sessions = await Promise.all(
    Array.from({ length: 25 }, async (_, at) => {
      const buyerEmail = `buyer${at}@example.com`
      const session = await plan(at, buyerEmail).startCheckout({ key, buyerEmail })
      assert.ok("sessionId" in session)
      const { sessionId } = session
      await sandbox.pay(sessionId, { card: "4242424242424242" })
      const payment = await plan(at + 3, sessionId).verifyPayment({ key, sessionId })
      assert.deepEqual([payment.paid, payment.fulfilled], [true, true])
      return sessionId
    }),
  )

  assert.equal(proxy.tries.filter(({ fault }) => fault !== "none").length, 50)
  const calls = Object.values(Object.groupBy(proxy.tries, ({ body }) => body))
  assert.equal(calls.length, 50)
  for (const tries of calls) assert.equal(new Set(tries?.map(({ key }) => key)).size, 1)
  const bought = await purchases()
  assert.deepEqual(bought.map((one) => one.checkout_session_id).sort(), sessions.sort())
  await until(async () => proxy.tries.every(({ isOver }) => isOver))
  for (const { id } of bought) assert.equal(sandbox.checkoutSessionsOf(id).length, 1)
})

test("a key with another body is refused at once, and buys nothing", async (t) => {
  const { proxy, client, purchases, key } = await openScene(t)
  const idempotencyKey = randomUUID()
  await client.startCheckout({ key, buyerEmail: "bo@example.com" }, { idempotencyKey })
  const again = client.startCheckout({ key, buyerEmail: "ada@example.com" }, { idempotencyKey })
  await assert.rejects(again, { status: 409, code: "conflict", retryAfterMs: undefined })
  assert.deepEqual([proxy.tries.length, (await purchases()).length], [2, 1])
})

test("an abort ends a request that has no answer, with its reason", async (t) => {
  const { proxy, client, key } = await openScene(t)
  proxy.planned.set("bo@example.com", "silence")
  const abort = new AbortController()
  const call = client.startCheckout({ key, buyerEmail: "bo@example.com" }, { signal: abort.signal })
  await until(async () => proxy.tries.length === 1)
  abort.abort("The buyer left.")
  await assert.rejects(call, (reason) => reason === "The buyer left.")
  await until(async () => proxy.tries[0]?.isAbandoned === true && proxy.tries[0].isOver)
  assert.equal(proxy.tries.length, 1)
})

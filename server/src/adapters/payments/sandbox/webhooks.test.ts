import assert from "node:assert/strict"
import { test } from "node:test"
import { checkoutSessionRequest } from "#test/contracts/payments/contract-bench.ts"
import { openTestSandbox, type TestSandbox } from "#test/support/selling/payment-sandbox.ts"
import type { WebhookFault } from "./faults.ts"
import type { SandboxWebhook } from "./webhooks.ts"

const processorAccount = { id: "installation" } as const

async function payCheckoutSession({ sandbox, now }: TestSandbox): Promise<string> {
  const { id } = await sandbox.openCheckoutSession(processorAccount, checkoutSessionRequest({ now }))
  await sandbox.pay(id, { card: "4242424242424242" })
  return id
}

/** Delivers due webhooks to a receiver that accepts all. Returns the checkout sessions in the order of arrival. */
async function arrivals({ sandbox }: TestSandbox): Promise<string[]> {
  const seen: string[] = []
  await sandbox.deliver(async ({ body }) => {
    seen.push(JSON.parse(body).data.id)
    return 200
  })
  return seen
}

function read({ sandbox }: TestSandbox, { body, headers }: SandboxWebhook) {
  return sandbox.readEvent(processorAccount, Buffer.from(body), headers)
}

const plan = ({ sandbox }: TestSandbox, kind: WebhookFault, more: { count?: number; ms?: number } = {}) =>
  sandbox.planFault({ operation: "webhook", kind, ...more })

test("a webhook is posted to the account's own address until it is accepted", async (t) => {
  const bench = openTestSandbox(t)
  await payCheckoutSession(bench)
  const tries: string[] = []
  const refuse = async ({ url }: SandboxWebhook) => {
    tries.push(url)
    return tries.length === 1 ? 500 : 404
  }
  assert.equal(await bench.sandbox.deliver(refuse), 0)
  assert.equal(await bench.sandbox.deliver(refuse), 0, "it waits before it comes again")
  bench.advance(5_000)
  assert.equal(await bench.sandbox.deliver(refuse), 0)
  bench.advance(10_000)
  assert.equal(await bench.sandbox.deliver(() => Promise.reject(new Error("refused"))), 0)
  bench.advance(20_000)

  assert.equal(await bench.sandbox.deliver(async () => 204), 1)
  assert.deepEqual(tries, Array(2).fill("http://localhost:3000/webhooks/sandbox/installation"))
  assert.deepEqual(bench.sandbox.pendingWebhooks(), [])
})

test("a webhook that is never accepted is given up after 16 tries, and about three days", async (t) => {
  const bench = openTestSandbox(t)
  const start = bench.now()
  await payCheckoutSession(bench)
  let tries = 0
  for (let webhook = bench.sandbox.pendingWebhooks()[0]; webhook; webhook = bench.sandbox.pendingWebhooks()[0]) {
    bench.advance(Math.max(0, webhook.dueAt - bench.now()))
    tries++
    await bench.sandbox.deliver(async () => 500)
  }
  const days = (bench.now() - start) / 86_400_000

  assert.equal(tries, 16)
  assert.ok(days > 0.5 && days < 4, `${days} days`)
})

test("duplicate: one event comes several times, under one id", async (t) => {
  const bench = openTestSandbox(t)
  plan(bench, "duplicate", { count: 5 })
  await payCheckoutSession(bench)

  assert.equal(new Set(bench.sandbox.pendingWebhooks().map(({ eventId }) => eventId)).size, 1)
  assert.equal((await arrivals(bench)).length, 5)
})

test("late: it comes when it is due, even a day later, with a valid signature", async (t) => {
  const bench = openTestSandbox(t)
  plan(bench, "late", { ms: 90_000_000 })
  const id = await payCheckoutSession(bench)
  assert.deepEqual(await arrivals(bench), [])
  bench.advance(90_000_000)
  const [webhook] = bench.sandbox.pendingWebhooks()
  assert.ok(webhook)

  assert.equal(read(bench, webhook).kind, "checkout-session")
  assert.deepEqual(await arrivals(bench), [id])
})

test("reordered: the next one overtakes it; without a next one it comes after a minute", async (t) => {
  const bench = openTestSandbox(t)
  plan(bench, "reordered")
  const first = await payCheckoutSession(bench)
  assert.deepEqual(await arrivals(bench), [])
  const second = await payCheckoutSession(bench)
  assert.deepEqual(await arrivals(bench), [second, first])

  plan(bench, "reordered")
  const alone = await payCheckoutSession(bench)
  bench.advance(60_000)
  assert.deepEqual(await arrivals(bench), [alone])
})

test("lost: it never comes, and the next one does", async (t) => {
  const bench = openTestSandbox(t)
  plan(bench, "lost")
  await payCheckoutSession(bench)
  const next = await payCheckoutSession(bench)

  assert.deepEqual(await arrivals(bench), [next])
})

test("wrong-amount: the signed webhook has a wrong amount; the processor answers the right one", async (t) => {
  const bench = openTestSandbox(t)
  plan(bench, "wrong-amount")
  const id = await payCheckoutSession(bench)
  const [webhook] = bench.sandbox.pendingWebhooks()
  assert.ok(webhook)

  assert.equal(JSON.parse(webhook.body).data.amount_total, 1899)
  assert.deepEqual(read(bench, webhook), {
    id: webhook.eventId,
    live: false,
    kind: "checkout-session",
    checkoutSessionId: id,
  })
  assert.equal((await bench.sandbox.findCheckoutSession(processorAccount, id))?.amountCents, 1900)
})

for (const kind of ["stale", "forged"] as const) {
  test(`${kind}: its signature is refused`, async (t) => {
    const bench = openTestSandbox(t)
    plan(bench, kind)
    await payCheckoutSession(bench)
    const [webhook] = bench.sandbox.pendingWebhooks()
    assert.ok(webhook)

    assert.throws(() => read(bench, webhook), { status: 400 })
  })
}

test("a signature is valid for 300 seconds and not one more", async (t) => {
  const bench = openTestSandbox(t)
  await payCheckoutSession(bench)
  const [webhook] = bench.sandbox.pendingWebhooks()
  assert.ok(webhook)
  bench.advance(300_000)
  assert.equal(read(bench, webhook).kind, "checkout-session")
  bench.advance(1_000)

  assert.throws(() => read(bench, webhook), { status: 400 })
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { checkoutSessionRequest } from "#test/contracts/payments/contract-bench.ts"
import { openTestSandbox, type TestSandbox } from "#test/support/selling/payment-sandbox.ts"

const processorAccount = { id: "installation" } as const

async function open(bench: TestSandbox): Promise<string> {
  return (await bench.sandbox.openCheckoutSession(processorAccount, checkoutSessionRequest(bench))).id
}

async function paymentOf({ sandbox }: TestSandbox, id: string): Promise<string | undefined> {
  return (await sandbox.findCheckoutSession(processorAccount, id))?.payment
}

const types = ({ sandbox }: TestSandbox) => sandbox.pendingWebhooks().map(({ type }) => type)

test("a declined card leaves the checkout session open for another one", async (t) => {
  const bench = openTestSandbox(t)
  const id = await open(bench)
  const declines: [string, string][] = [
    ["4000000000000002", "generic_decline"],
    ["4000 0000 0000 9995", "insufficient_funds"],
    ["4000-0000-0000-0069", "expired_card"],
    ["4242424242424241", "incorrect_number"],
    ["4111111111111111", "test_mode_live_card"],
  ]
  for (const [card, code] of declines) {
    const outcome = await bench.sandbox.pay(id, { card })
    assert.deepEqual([outcome.status, outcome.code], ["declined", code])
  }
  assert.deepEqual(types(bench), [])

  assert.equal((await bench.sandbox.pay(id, { card: "4242424242424242" })).status, "paid")
  assert.deepEqual(types(bench), ["checkout.session.completed"])
})

test("3-D Secure asks first; an authenticated buyer has paid, another one can try again", async (t) => {
  const bench = openTestSandbox(t)
  const id = await open(bench)
  await assert.rejects(bench.sandbox.act(id, "authenticate"), { code: "conflict" })

  assert.equal((await bench.sandbox.pay(id, { card: "4000002500003155" })).status, "needs_authentication")
  assert.equal(await paymentOf(bench, id), "unpaid")
  assert.equal((await bench.sandbox.act(id, "fail_authentication")).status, "declined")
  await assert.rejects(bench.sandbox.act(id, "authenticate"), { code: "conflict" })

  await bench.sandbox.pay(id, { card: "4000008400001629" })
  assert.equal((await bench.sandbox.act(id, "authenticate")).code, "card_declined")

  await bench.sandbox.pay(id, { card: "4000002500003155" })
  assert.equal((await bench.sandbox.act(id, "authenticate")).status, "paid")
  assert.equal(await paymentOf(bench, id), "paid")
})

test("a checkout session is paid once: not twice, not after its end, and not if it is unknown", async (t) => {
  const bench = openTestSandbox(t)
  const paid = await open(bench)
  const late = await open(bench)
  await bench.sandbox.pay(paid, { card: "4242424242424242" })
  bench.advance(3_600_000)

  await assert.rejects(bench.sandbox.pay(paid, { card: "4242424242424242" }), { code: "conflict" })
  await assert.rejects(bench.sandbox.pay(late, { card: "4242424242424242" }), { code: "conflict" })
  await assert.rejects(bench.sandbox.pay("cs_none", { card: "4242424242424242" }), { code: "not_found" })
})

test("a delayed payment ends by the clock", async (t) => {
  const bench = openTestSandbox(t)
  const [good, bad] = [await open(bench), await open(bench)]
  assert.equal((await bench.sandbox.pay(good, { card: "DE89 3704 0044 0532 0130 00" })).status, "pending")
  await bench.sandbox.pay(bad, { card: "000111111116" })
  bench.advance(179_000)
  assert.deepEqual([await paymentOf(bench, good), await paymentOf(bench, bad)], ["unpaid", "unpaid"])
  bench.advance(1_000)

  assert.deepEqual([await paymentOf(bench, good), await paymentOf(bench, bad)], ["paid", "failed"])
  assert.deepEqual(types(bench).slice(2), [
    "checkout.session.async_payment_succeeded",
    "checkout.session.async_payment_failed",
  ])
})

test("the disputed card is disputed at once, and a dispute is decided once", async (t) => {
  const bench = openTestSandbox(t)
  const id = await open(bench)
  await bench.sandbox.pay(id, { card: "4000000000000259" })
  assert.deepEqual(types(bench), ["checkout.session.completed", "charge.dispute.created"])

  await assert.rejects(bench.sandbox.act(id, "dispute"), { code: "conflict" })
  await bench.sandbox.act(id, "win_dispute")
  await assert.rejects(bench.sandbox.act(id, "lose_dispute"), { code: "conflict" })
})

test("a refund may wait for the bank, and may be returned by it", async (t) => {
  const bench = openTestSandbox(t)
  for (const [card, first, refundedCents, type] of [
    ["4000000000007726", "pending", 1900, "refund.updated"],
    ["4000000000005126", "succeeded", 0, "refund.failed"],
  ] as const) {
    const id = await open(bench)
    await bench.sandbox.pay(id, { card })
    const paymentId = (await bench.sandbox.findCheckoutSession(processorAccount, id))?.paymentId ?? ""
    const request = { paymentId, amountCents: 1900, idempotencyKey: `${id}-refund` }

    assert.equal((await bench.sandbox.refund(processorAccount, request)).status, first)
    bench.advance(180_000)
    assert.equal((await bench.sandbox.findCheckoutSession(processorAccount, id))?.refundedCents, refundedCents)
    assert.equal(types(bench).at(-1), type)
  }
})

import assert from "node:assert/strict"
import { test } from "node:test"
import type { DisputeState } from "#adapters/payments/port.ts"
import { askTwice, type OpenBench, outcome, paidCheckoutSession, unkeyedFaults } from "./contract-bench.ts"

/** The behaviour of a processor once money has moved: refunds, disputes, and the webhooks about them. */
export function moneyContract(open: OpenBench): void {
  refunds(open)
  events(open)
  disputes(open)
}

/** The states of one charge's disputes, in a realistic order. */
const course: readonly DisputeState[][] = [
  ["inquiry"],
  ["closed"],
  ["closed", "open"],
  ["closed", "answered"],
  ["closed", "won"],
  ["closed", "won", "open"],
  ["closed", "won", "lost"],
  ["closed", "won", "appealed"],
  ["closed", "won", "won"],
  ["closed", "won", "won", "prevented"],
]

function disputes(open: OpenBench): void {
  test("lists the disputes of a charge, each by its own id through all of its states", async (t) => {
    const bench = await open(t)
    const { id, paymentId } = await paidCheckoutSession(bench)
    const list = () => bench.payments.listDisputes(bench.processorAccount, paymentId)
    assert.deepEqual(await list(), [])
    const ids: string[] = []
    for (const states of course) {
      await bench.dispute(id, states.at(-1) ?? "open")
      const listed = await list()
      assert.deepEqual(
        listed.map(({ state }) => state),
        states,
      )
      ids.push(...listed.slice(ids.length).map((dispute) => dispute.id))
      assert.deepEqual(
        listed.map((dispute) => dispute.id),
        ids,
        "no dispute changes its id",
      )
    }
    const [first] = await list()
    const { amountCents, currency, reason, dueBy, createdAt } = first ?? {}
    assert.deepEqual([amountCents, currency, reason], [1900, "usd", "fraudulent"])
    assert.ok((dueBy ?? 0) > (createdAt ?? 0))
    assert.deepEqual(await bench.payments.listDisputes(bench.other, paymentId), [])
  })

  for (const [kind, expected] of unkeyedFaults) {
    test(`${kind}: the listing of a charge's disputes can be repeated`, async (t) => {
      const bench = await open(t)
      const { id, paymentId } = await paidCheckoutSession(bench)
      await bench.dispute(id, "open")
      bench.plan("listDisputes", kind)
      const list = () => bench.payments.listDisputes(bench.processorAccount, paymentId)

      assert.equal((await askTwice(expected, list))[0]?.state, "open")
    })
  }
}

function refunds(open: OpenBench): void {
  test("refunds in parts, once per key, and never more than was paid", async (t) => {
    const bench = await open(t)
    const { id, paymentId } = await paidCheckoutSession(bench)
    const part = { paymentId, amountCents: 500, idempotencyKey: `${id}-refund-1` }
    const first = await bench.payments.refund(bench.processorAccount, part)

    assert.equal(first.status, "succeeded")
    assert.deepEqual(await bench.payments.refund(bench.processorAccount, part), first)
    assert.equal((await bench.payments.findCheckoutSession(bench.processorAccount, id))?.refundedCents, 500)
    const tooMuch = { paymentId, amountCents: 1401, idempotencyKey: `${id}-refund-2` }
    await assert.rejects(bench.payments.refund(bench.processorAccount, tooMuch), outcome("refused"))
    await bench.payments.refund(bench.processorAccount, { ...tooMuch, amountCents: 1400 })
    assert.equal((await bench.payments.findCheckoutSession(bench.processorAccount, id))?.refundedCents, 1900)
  })

  test("reports a fully refunded charge as succeeded, with any key", async (t) => {
    const bench = await open(t)
    const { id, paymentId } = await paidCheckoutSession(bench)
    await bench.payments.refund(bench.processorAccount, { paymentId, amountCents: 1900, idempotencyKey: `${id}-1` })

    const again = await bench.payments.refund(bench.processorAccount, {
      paymentId,
      amountCents: 1900,
      idempotencyKey: `${id}-2`,
    })

    assert.equal(again.status, "succeeded")
    assert.equal((await bench.payments.findCheckoutSession(bench.processorAccount, id))?.refundedCents, 1900)
  })

  test("refuses to refund another account's charge, an unknown one, and a disputed one", async (t) => {
    const bench = await open(t)
    const { id, paymentId } = await paidCheckoutSession(bench)
    const request = { paymentId, amountCents: 100, idempotencyKey: `${id}-refund` }
    const unknown = { ...request, paymentId: "pi_none" }
    await assert.rejects(bench.payments.refund(bench.other, request), outcome("account-fault"))
    await assert.rejects(bench.payments.refund(bench.processorAccount, unknown), outcome("account-fault"))
    await bench.dispute(id, "open")

    await assert.rejects(bench.payments.refund(bench.processorAccount, request), outcome("refused"))
  })
}

function events(open: OpenBench): void {
  test("reads the webhooks of a payment, a refund and a dispute", async (t) => {
    const bench = await open(t)
    const { id, paymentId } = await paidCheckoutSession(bench)
    await bench.payments.refund(bench.processorAccount, { paymentId, amountCents: 100, idempotencyKey: `${id}-refund` })
    await bench.dispute(id, "open")
    await bench.dispute(id, "lost")

    const read = bench
      .takeWebhooks()
      .map(({ body, headers }) => bench.payments.readEvent(bench.processorAccount, body, headers))

    assert.equal(new Set(read.map((event) => event.id)).size, read.length)
    const live = bench.payments.isLive(bench.processorAccount)
    assert.ok(read.every((event) => event.live === live))
    assert.deepEqual(read[0], { id: read[0]?.id, live, kind: "checkout-session", checkoutSessionId: id })
    assert.ok(read.some((event) => event.kind === "refund" && event.paymentId === paymentId))
    const disputes = read.flatMap((event) => (event.kind === "dispute" ? [event.paymentId] : []))
    assert.deepEqual(disputes, [paymentId, paymentId], "it says which charge, and not how the dispute stands")
  })

  test("refuses a webhook with a changed body, another account's signature, or no signature", async (t) => {
    const bench = await open(t)
    await paidCheckoutSession(bench)
    const [webhook] = bench.takeWebhooks()
    assert.ok(webhook)
    const changed = Buffer.from(webhook.body.toString().replace("1900", "1901"))
    const refused = { name: "ServiceError", status: 400 }

    assert.throws(() => bench.payments.readEvent(bench.processorAccount, changed, webhook.headers), refused)
    assert.throws(() => bench.payments.readEvent(bench.other, webhook.body, webhook.headers), refused)
    assert.throws(() => bench.payments.readEvent(bench.processorAccount, webhook.body, {}), refused)
    assert.doesNotThrow(() => bench.payments.readEvent(bench.processorAccount, webhook.body, webhook.headers))
  })
}

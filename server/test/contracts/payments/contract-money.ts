import assert from "node:assert/strict"
import { test } from "node:test"
import { type OpenBench, outcome, paidSession } from "./contract-bench.ts"

/** What a processor does once money has moved: refunds, disputes, and the webhooks about them. */
export function moneyContract(open: OpenBench): void {
  refunds(open)
  events(open)
}

function refunds(open: OpenBench): void {
  test("pays back in parts, once per key, and never more than was paid", async (t) => {
    const bench = await open(t)
    const { id, paymentId } = await paidSession(bench)
    const part = { paymentId, amountCents: 500, idempotencyKey: `${id}-refund-1` }
    const first = await bench.payments.refund(bench.account, part)

    assert.equal(first.status, "succeeded")
    assert.deepEqual(await bench.payments.refund(bench.account, part), first)
    assert.equal((await bench.payments.findSession(bench.account, id))?.refundedCents, 500)
    const tooMuch = { paymentId, amountCents: 1401, idempotencyKey: `${id}-refund-2` }
    await assert.rejects(bench.payments.refund(bench.account, tooMuch), outcome("refused"))
    await bench.payments.refund(bench.account, { ...tooMuch, amountCents: 1400 })
    assert.equal((await bench.payments.findSession(bench.account, id))?.refundedCents, 1900)
  })

  test("calls a charge that is paid back in full succeeded, with whatever key", async (t) => {
    const bench = await open(t)
    const { id, paymentId } = await paidSession(bench)
    await bench.payments.refund(bench.account, { paymentId, amountCents: 1900, idempotencyKey: `${id}-1` })

    const again = await bench.payments.refund(bench.account, {
      paymentId,
      amountCents: 1900,
      idempotencyKey: `${id}-2`,
    })

    assert.equal(again.status, "succeeded")
    assert.equal((await bench.payments.findSession(bench.account, id))?.refundedCents, 1900)
  })

  test("refuses to pay back another account's charge, one that never was, and a disputed one", async (t) => {
    const bench = await open(t)
    const { id, paymentId } = await paidSession(bench)
    const request = { paymentId, amountCents: 100, idempotencyKey: `${id}-refund` }
    const unknown = { ...request, paymentId: "pi_none" }
    await assert.rejects(bench.payments.refund(bench.other, request), outcome("account-fault"))
    await assert.rejects(bench.payments.refund(bench.account, unknown), outcome("account-fault"))
    await bench.dispute(id, "open")

    await assert.rejects(bench.payments.refund(bench.account, request), outcome("refused"))
  })
}

function events(open: OpenBench): void {
  test("reads the webhooks of a payment, a refund and a dispute", async (t) => {
    const bench = await open(t)
    const { id, paymentId } = await paidSession(bench)
    await bench.payments.refund(bench.account, { paymentId, amountCents: 100, idempotencyKey: `${id}-refund` })
    await bench.dispute(id, "open")
    await bench.dispute(id, "lost")

    const read = bench.takeWebhooks().map(({ body, headers }) => bench.payments.readEvent(bench.account, body, headers))

    assert.equal(new Set(read.map((event) => event.id)).size, read.length)
    const live = bench.payments.isLive(bench.account)
    assert.ok(read.every((event) => event.live === live))
    assert.deepEqual(read[0], { id: read[0]?.id, live, kind: "session", sessionId: id })
    assert.ok(read.some((event) => event.kind === "refund" && event.paymentId === paymentId))
    const disputes = read.flatMap((event) => (event.kind === "dispute" ? [[event.paymentId, event.status]] : []))
    assert.deepEqual(disputes, [
      [paymentId, "open"],
      [paymentId, "lost"],
    ])
  })

  test("refuses a webhook whose body was changed, that another account signed, or that nobody signed", async (t) => {
    const bench = await open(t)
    await paidSession(bench)
    const [webhook] = bench.takeWebhooks()
    assert.ok(webhook)
    const changed = Buffer.from(webhook.body.toString().replace("1900", "1901"))
    const refused = { name: "ServiceError", status: 400 }

    assert.throws(() => bench.payments.readEvent(bench.account, changed, webhook.headers), refused)
    assert.throws(() => bench.payments.readEvent(bench.other, webhook.body, webhook.headers), refused)
    assert.throws(() => bench.payments.readEvent(bench.account, webhook.body, {}), refused)
    assert.doesNotThrow(() => bench.payments.readEvent(bench.account, webhook.body, webhook.headers))
  })
}

import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { amountContract } from "./contract-amounts.ts"
import { checkoutSessionRequest, type OpenBench, outcome, paidCheckoutSession } from "./contract-bench.ts"
import { faultContract } from "./contract-faults.ts"
import { hookContract } from "./contract-hooks.ts"
import { listingContract } from "./contract-listing.ts"
import { moneyContract } from "./contract-money.ts"

/** The contract of every payment processor; registered once for each. */
export function paymentsContract(name: string, open: OpenBench): void {
  describe(`payments: ${name}`, () => {
    openedCheckoutSessions(open)
    checkoutSessionKeys(open)
    endedCheckoutSessions(open)
    amountContract(open)
    limits(open)
    delayedPayments(open)
    listingContract(open)
    moneyContract(open)
    hookContract(open)
    faultContract(open)
  })
}

function openedCheckoutSessions(open: OpenBench): void {
  test("opens a checkout session with the requested values", async (t) => {
    const bench = await open(t)
    const request = checkoutSessionRequest(bench)

    const checkoutSession = await bench.payments.openCheckoutSession(bench.processorAccount, request)

    assert.equal(checkoutSession.status, "open")
    assert.equal(checkoutSession.payment, "unpaid")
    assert.match(checkoutSession.clientSecret ?? "", /_secret_/)
    const { amountCents, currency, reference, offerId, live, paymentId, refundedCents } = checkoutSession
    assert.deepEqual(
      { amountCents, currency, reference, offerId, live, paymentId, refundedCents },
      {
        amountCents: 1900,
        currency: "usd",
        reference: request.reference,
        offerId: "offer_1",
        live: bench.payments.isLive(bench.processorAccount),
        paymentId: null,
        refundedCents: 0,
      },
    )
    assert.ok(Math.abs(checkoutSession.expiresAt - request.expiresAt) < 1000)
    assert.deepEqual(
      await bench.payments.findCheckoutSession(bench.processorAccount, checkoutSession.id),
      checkoutSession,
    )
  })

  test("shows a paid checkout session as complete and paid, with the charge's name and no client secret", async (t) => {
    const bench = await open(t)
    const checkoutSession = await paidCheckoutSession(bench)

    assert.equal(checkoutSession.status, "complete")
    assert.equal(checkoutSession.payment, "paid")
    assert.equal(checkoutSession.clientSecret, null)
  })
}

function checkoutSessionKeys(open: OpenBench): void {
  test("returns the same checkout session for the same key, and refuses the key with another amount", async (t) => {
    const bench = await open(t)
    const request = checkoutSessionRequest(bench)
    const first = await bench.payments.openCheckoutSession(bench.processorAccount, request)

    assert.deepEqual(await bench.payments.openCheckoutSession(bench.processorAccount, request), first)
    await assert.rejects(
      bench.payments.openCheckoutSession(bench.processorAccount, { ...request, amountCents: 2000 }),
      outcome("failed"),
    )
    assert.equal(bench.countCheckoutSessions(request.reference), 1)
  })

  test("forgets a key after 24 hours: it then opens another checkout session", async (t) => {
    const bench = await open(t)
    const request = checkoutSessionRequest(bench)
    const first = await bench.payments.openCheckoutSession(bench.processorAccount, request)
    bench.advance(24 * 3_600_000 + 1000)

    const again = await bench.payments.openCheckoutSession(bench.processorAccount, {
      ...request,
      expiresAt: bench.now() + 3_600_000,
    })

    assert.notEqual(again.id, first.id)
  })
}

function endedCheckoutSessions(open: OpenBench): void {
  test("finds no checkout session of another account, and no unknown one", async (t) => {
    const bench = await open(t)
    const { id } = await paidCheckoutSession(bench)

    assert.equal(await bench.payments.findCheckoutSession(bench.other, id), undefined)
    assert.equal(await bench.payments.findCheckoutSession(bench.processorAccount, `${id}x`), undefined)
    await assert.rejects(bench.payments.expireCheckoutSession(bench.other, id), outcome("account-fault"))
  })

  test("lets a checkout session expire", async (t) => {
    const bench = await open(t)
    const { id } = await bench.payments.openCheckoutSession(bench.processorAccount, checkoutSessionRequest(bench))
    bench.advance(3_601_000)

    const checkoutSession = await bench.payments.findCheckoutSession(bench.processorAccount, id)

    assert.equal(checkoutSession?.status, "expired")
    assert.equal(checkoutSession?.clientSecret, null)
    await assert.rejects(bench.pay(id))
  })

  test("ends an open checkout session, even twice, and leaves a paid one paid", async (t) => {
    const bench = await open(t)
    const { id } = await bench.payments.openCheckoutSession(bench.processorAccount, checkoutSessionRequest(bench))
    const paid = await paidCheckoutSession(bench)

    assert.equal((await bench.payments.expireCheckoutSession(bench.processorAccount, id)).status, "expired")
    assert.equal((await bench.payments.expireCheckoutSession(bench.processorAccount, id)).status, "expired")
    assert.equal((await bench.payments.expireCheckoutSession(bench.processorAccount, paid.id)).payment, "paid")
  })
}

function limits(open: OpenBench): void {
  test("refuses an invalid address; an empty title and an unknown currency are not the buyer's fault", async (t) => {
    const bench = await open(t)
    for (const values of [{ buyerEmail: "bo" }, { title: "" }, { currency: "dollars" }]) {
      const request = checkoutSessionRequest(bench, values)
      const expected = "buyerEmail" in values ? "refused" : "account-fault"
      await assert.rejects(bench.payments.openCheckoutSession(bench.processorAccount, request), outcome(expected))
      assert.equal(bench.countCheckoutSessions(request.reference), 0)
    }
  })

  test("refuses a checkout session that would live for less than 30 minutes or more than a day", async (t) => {
    const bench = await open(t)
    for (const minutes of [29, 24 * 60 + 1]) {
      const request = checkoutSessionRequest(bench, { expiresAt: bench.now() + minutes * 60_000 })
      await assert.rejects(
        bench.payments.openCheckoutSession(bench.processorAccount, request),
        outcome("account-fault"),
      )
    }
  })
}

function delayedPayments(open: OpenBench): void {
  test("shows a delayed payment as complete and unpaid until the bank pays", async (t) => {
    const bench = await open(t)
    const { id } = await bench.payments.openCheckoutSession(bench.processorAccount, checkoutSessionRequest(bench))
    await bench.payDelayed(id, "succeeds")
    const waiting = await bench.payments.findCheckoutSession(bench.processorAccount, id)
    await bench.settle(id)
    const settled = await bench.payments.findCheckoutSession(bench.processorAccount, id)

    assert.deepEqual([waiting?.status, waiting?.payment], ["complete", "unpaid"])
    assert.deepEqual([settled?.status, settled?.payment], ["complete", "paid"])
    assert.equal(settled?.paymentId, waiting?.paymentId)
  })

  test("shows a failed delayed payment as failed", async (t) => {
    const bench = await open(t)
    const { id } = await bench.payments.openCheckoutSession(bench.processorAccount, checkoutSessionRequest(bench))
    await bench.payDelayed(id, "fails")
    await bench.settle(id)

    const checkoutSession = await bench.payments.findCheckoutSession(bench.processorAccount, id)

    assert.deepEqual([checkoutSession?.status, checkoutSession?.payment], ["complete", "failed"])
  })
}

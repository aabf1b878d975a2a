import assert from "node:assert/strict"
import { test } from "node:test"
import type { CheckoutSession } from "#adapters/payments/port.ts"
import type { Purchase } from "../purchases/index.ts"
import { findMismatch, isPaidBack, isRefundPending, judgeCheckoutSession } from "./judge-checkout-session.ts"

test("a payment counts more than the state of its checkout session", () => {
  for (const status of ["open", "complete", "expired"] as const) {
    assert.equal(judgeCheckoutSession({ status, payment: "paid" }), "paid")
    assert.equal(judgeCheckoutSession({ status, payment: "failed" }), "failed")
  }
  assert.equal(judgeCheckoutSession({ status: "complete", payment: "unpaid" }), "awaiting")
  assert.equal(judgeCheckoutSession({ status: "open", payment: "unpaid" }), "open")
  assert.equal(judgeCheckoutSession({ status: "expired", payment: "unpaid" }), "expired")
})

const purchase = {
  ...{ id: "p1", offer_id: "o1", checkout_session_id: "cs_1", amount_cents: 1_900, currency: "usd" },
} as Purchase
const session = {
  ...{ id: "cs_1", reference: "p1", offerId: "o1", amountCents: 1_900, currency: "usd", live: true },
} as CheckoutSession

test("a checkout session fits its purchase in all that was agreed", () => {
  assert.equal(findMismatch(purchase, session, true), undefined)
  assert.equal(findMismatch({ ...purchase, checkout_session_id: null }, { ...session, id: "cs_9" }, true), undefined)
  const differences: [Partial<CheckoutSession>, string][] = [
    [{ id: "cs_2" }, "checkout ID"],
    [{ reference: "p2" }, "purchase ID"],
    [{ offerId: "o2" }, "offer"],
    [{ amountCents: 1_901 }, "amount"],
    [{ currency: "eur" }, "currency"],
    [{ live: false }, "mode"],
  ]
  for (const [difference, name] of differences)
    assert.equal(
      findMismatch(purchase, { ...session, ...difference }, true),
      `The payment's ${name} doesn't match the checkout.`,
    )
})

test("a charge is paid back when all of it has arrived, and pending when the rest is on its way", () => {
  const charge = { amountCents: 1_900, refundedCents: 1_000, returningCents: 900 } as CheckoutSession
  assert.equal(isPaidBack(charge), false)
  assert.equal(isPaidBack({ ...charge, refundedCents: 1_899 }), false)
  assert.equal(isPaidBack({ ...charge, refundedCents: 1_900 }), true)
  assert.equal(isRefundPending(charge), true)
  assert.equal(isRefundPending({ ...charge, returningCents: 899 }), false)
})

import type { CheckoutSession } from "#adapters/payments/port.ts"
import type { Purchase } from "../purchases/index.ts"

export type Verdict = "open" | "awaiting" | "paid" | "expired" | "failed"

/** A payment counts more than everything else. */
export function judgeCheckoutSession({ status, payment }: Pick<CheckoutSession, "status" | "payment">): Verdict {
  if (payment === "paid") return "paid"
  if (payment === "failed") return "failed"
  if (status === "complete") return "awaiting"
  return status
}

export const endingOf: Partial<Record<Verdict, "expire" | "fail">> = { expired: "expire", failed: "fail" }

/** Returns the first difference between checkout session and purchase. One that differs must not change it. */
export function findMismatch(purchase: Purchase, checkoutSession: CheckoutSession, isLive: boolean) {
  const wrong = Object.entries({
    "checkout ID": purchase.checkout_session_id !== null && checkoutSession.id !== purchase.checkout_session_id,
    "purchase ID": checkoutSession.reference !== purchase.id,
    offer: checkoutSession.offerId !== purchase.offer_id,
    amount: checkoutSession.amountCents !== purchase.amount_cents,
    currency: checkoutSession.currency !== purchase.currency,
    mode: checkoutSession.live !== isLive,
  }).find(([, differs]) => differs)
  return wrong && `The payment's ${wrong[0]} doesn't match the checkout.`
}

/** Whether the rest of the charge is being refunded, and the bank has not confirmed it yet. */
export function isRefundPending({ amountCents, refundedCents, returningCents }: CheckoutSession): boolean {
  return refundedCents + returningCents >= amountCents
}

/** Whether the whole charge is back with the buyer. Refunds under way do not count. */
export function isPaidBack({ amountCents, refundedCents }: Pick<CheckoutSession, "amountCents" | "refundedCents">) {
  return refundedCents >= amountCents
}

import type { CheckoutSession } from "#adapters/payments/port.ts"
import type { Purchase } from "../purchases/index.ts"

/** What a session says about the purchase it belongs to. */
export type Verdict = "open" | "awaiting" | "paid" | "expired" | "failed"

/** Reads a session's state; what was paid counts whatever else it says. */
export function judgeSession({ status, payment }: Pick<CheckoutSession, "status" | "payment">): Verdict {
  if (payment === "paid") return "paid"
  if (payment === "failed") return "failed"
  if (status === "complete") return "awaiting"
  return status
}

/** How a checkout ends that a verdict says is over unpaid; the other verdicts end none. */
export const endingOf: Partial<Record<Verdict, "expire" | "fail">> = { expired: "expire", failed: "fail" }

/**
 * Compares what the processor answers about a session with the purchase it shall pay for. Undefined when all of it
 * agrees, else the first thing that does not; such an answer decides nothing.
 */
export function findMismatch(purchase: Purchase, session: CheckoutSession, isLive: boolean): string | undefined {
  const wrong = Object.entries({
    session: purchase.session_id !== null && session.id !== purchase.session_id,
    reference: session.reference !== purchase.id,
    offer: session.offerId !== purchase.offer_id,
    amount: session.amountCents !== purchase.amount_cents,
    currency: session.currency !== purchase.currency,
    mode: session.live !== isLive,
  }).find(([, differs]) => differs)
  return wrong && `The payment's ${wrong[0]} is not the one that was agreed on.`
}

/** Whether the processor has taken the rest of the charge to the bank, which has not said yet what becomes of it. */
export function isOnItsWay({ amountCents, refundedCents, returningCents }: CheckoutSession): boolean {
  return refundedCents + returningCents >= amountCents
}

/** Whether all of a charge is back with the buyer; what is still on its way is not. */
export function isPaidBack({
  amountCents,
  refundedCents,
}: Pick<CheckoutSession, "amountCents" | "refundedCents">): boolean {
  return refundedCents >= amountCents
}

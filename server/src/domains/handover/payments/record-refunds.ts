import type { Context, Inside } from "#access/context.ts"
import type { CheckoutSession } from "#adapters/payments/port.ts"
import { atomicallyForOffer } from "../offers/index.ts"
import { mailPartRefund, type Purchase, type PurchaseKey, recordPartialRefund } from "../purchases/index.ts"
import { getUncheckedCheckoutSession } from "./get-checkout-session.ts"
import { isPaidBack } from "./judge-checkout-session.ts"
import { processorFailed } from "./processor.ts"
import { transition } from "./transition.ts"

/**
 * Records what the processor has refunded, even if the refund began outside this service. A full refund ends the
 * purchase and its delivery. If the bank returned a refund, the purchase waits for a refund again.
 * @param before the purchase as it was before `checkoutSession` was requested.
 */
export async function recordRefunds(cx: Context, before: Purchase, checkoutSession: CheckoutSession): Promise<void> {
  const { state, refunded_cents } = before
  const { refundedCents } = checkoutSession
  if (isPaidBack(checkoutSession)) {
    if (state === "refunded") return
    if (state !== "refunding") await askOnceMore(cx, before, checkoutSession)
    return atomicallyForOffer(cx, { purchase: before }, (cx) => endRefunded(cx, before))
  }
  // Only if the row was already `refunded` before the processor was asked: then the money has come back since.
  if (state === "refunded") {
    await askOnceMore(cx, before, checkoutSession)
    return cx.atomically((cx) => restartRefund(cx, before, refundedCents))
  }
  if (refundedCents === refunded_cents) return
  await cx.atomically(async (cx) => {
    await recordPartialRefund(cx, before, refundedCents)
    if (refundedCents > refunded_cents && state !== "refunding") await mailPartRefund(cx, before, refundedCents)
  })
}

/** Asks a second time. One response alone must neither end a delivery nor cause a second refund. */
async function askOnceMore(cx: Context, before: Purchase, { refundedCents }: CheckoutSession): Promise<void> {
  const second = await getUncheckedCheckoutSession(cx, before)
  if (second.refundedCents !== refundedCents) throw processorFailed(new Error("Two answers about a refund differ."))
}

export async function endRefunded(cx: Inside, { id, workspace_id }: PurchaseKey): Promise<void> {
  await transition(cx, "refund", { id, workspace_id })
}

async function restartRefund(cx: Inside, { id, workspace_id, attempt, refund_tries }: Purchase, refundedCents: number) {
  await transition(cx, "returnRefund", {
    id,
    workspace_id,
    refunded_cents: refundedCents,
    attempt: attempt + 1,
    refund_tries: refund_tries + 1,
    reason: "The bank returned the refund. We'll try again.",
  })
}

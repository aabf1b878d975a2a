import type { Context, Inside } from "#access/context.ts"
import type { CheckoutSession } from "#adapters/payments/port.ts"
import { atRest } from "../purchase-states.ts"
import { findPurchaseBy, movePurchase, type Purchase } from "../purchases/index.ts"
import { enqueueWaiting } from "./receive-payment-event.ts"
import { startDoubt, startLateDoubt } from "./reconcile-store.ts"
import { reportPurchase } from "./report-unclear-money.ts"

/** How long a payment that does not fit is asked about before people are asked. */
export const doubtMs = 60 * 60_000

/**
 * Notes that the processor says of an unpaid purchase that it is paid, and of the payment something that was not agreed
 * on. It is asked again, with backoff. When it has said nothing else for an hour, the money is put on the list of what
 * is unclear, and still asked about: an answer that fits settles it at any time. So is a purchase that was handed over or
 * paid back already, of which the processor says something else now.
 */
export async function doubtPayment(
  cx: Context,
  purchase: Purchase,
  { session, mismatch }: { session: CheckoutSession; mismatch: string },
): Promise<void> {
  const { id, unsettled_since } = purchase
  const isLong = unsettled_since !== null && cx.now() - unsettled_since >= doubtMs
  await cx.atomically(async (cx) => {
    if (atRest.has(purchase.state)) return isLong ? tell(cx, purchase, mismatch) : startLateDoubt(cx, id, cx.now())
    if (!isLong) return startDoubt(cx, id, mismatch)
    const paymentId = await ownPaymentId(cx, session)
    const set = { payment_id: paymentId, charged_cents: session.amountCents, paid_at: cx.now(), reason: mismatch }
    const moved = await movePurchase(cx, id, { by: "refusePayment", set: { ...set, look_again_at: cx.now() } })
    if (!moved) return
    if (paymentId !== null) await enqueueWaiting(cx, moved.payment_account ?? "", paymentId)
    await reportPurchase(cx, moved, mismatch)
  })
}

/** What was handed over stays so; but what became of the money since is for people to look up. */
async function tell(cx: Inside, purchase: Purchase, mismatch: string): Promise<void> {
  await reportPurchase(cx, purchase, mismatch)
}

/** The charge that the answer names; null when that is another purchase's, which must not be given back for this one. */
async function ownPaymentId(cx: Inside, { paymentId }: CheckoutSession): Promise<string | null> {
  if (paymentId === null) return null
  return (await findPurchaseBy(cx, "payment_id", paymentId)) ? null : paymentId
}

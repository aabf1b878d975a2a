import type { Context, Inside } from "#access/context.ts"
import type { CheckoutSession } from "#adapters/payments/port.ts"
import { hourMs } from "#kernel/time/units.ts"
import { enqueueWaiting } from "../events/index.ts"
import { atRest } from "../purchase-states.ts"
import { findPurchaseBy, type Purchase } from "../purchases/index.ts"
import { startDoubt, startLateDoubt } from "./reconcile-store.ts"
import { paidAt } from "./record-payment.ts"
import { reportPurchase } from "./report-unclear-money.ts"
import { transition } from "./transition.ts"

/** How long to ask the processor again about a payment that does not fit before people are asked. */
export const doubtMs = hourMs

/**
 * Records that the processor reports a payment unlike the agreed one. It is asked again, with backoff. If nothing
 * changes for an hour, the money is reported as unclear; a later response that fits still settles it.
 */
export async function doubtPayment(
  cx: Context,
  purchase: Purchase,
  { checkoutSession, mismatch }: { checkoutSession: CheckoutSession; mismatch: string },
): Promise<void> {
  const { id, workspace_id, unsettled_since } = purchase
  const isLong = unsettled_since !== null && cx.now() - unsettled_since >= doubtMs
  await cx.atomically(async (cx) => {
    if (atRest.has(purchase.state))
      return isLong ? tell(cx, purchase, mismatch) : startLateDoubt(cx, purchase, cx.now())
    if (!isLong) return startDoubt(cx, purchase, mismatch)
    const paymentId = await ownPaymentId(cx, checkoutSession)
    const charge = {
      payment_id: paymentId,
      charged_cents: checkoutSession.amountCents,
      paid_at: paidAt(cx, checkoutSession),
    }
    const moved = await transition(cx, "refusePayment", { id, workspace_id, ...charge, reason: mismatch })
    if (!moved) return
    if (paymentId !== null) await enqueueWaiting(cx, moved.processor_account ?? "", paymentId)
    await reportPurchase(cx, moved, mismatch)
  })
}

async function tell(cx: Inside, purchase: Purchase, mismatch: string): Promise<void> {
  await reportPurchase(cx, purchase, mismatch)
}

/** The charge in the response; null if it is another purchase's, which must not be refunded for this one. */
async function ownPaymentId(cx: Inside, { paymentId }: CheckoutSession): Promise<string | null> {
  if (paymentId === null) return null
  return (await findPurchaseBy(cx, { payment_id: paymentId })) ? null : paymentId
}

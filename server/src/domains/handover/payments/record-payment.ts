import type { Context } from "#access/context.ts"
import type { CheckoutSession } from "#adapters/payments/port.ts"
import { enqueueWaiting, listSoon } from "../events/index.ts"
import { must } from "../must.ts"
import { movePurchase, type Purchase } from "../purchases/index.ts"

/**
 * Records that a purchase is paid, from a session that fits it. Then applies refunds and disputes that arrived before.
 */
export async function recordPayment(cx: Context, purchase: Purchase, session: CheckoutSession): Promise<void> {
  const { paymentId, amountCents } = session
  must(paymentId !== null, "What was paid has a charge.")
  await cx.atomically(async (cx) => {
    const paid = {
      payment_id: paymentId,
      charged_cents: amountCents,
      paid_at: paidAt(cx, session),
      unsettled_since: cx.now(),
    }
    const moved = await movePurchase(cx, purchase.id, { by: "pay", set: { ...paid, reason: null } })
    if (!moved) return
    await enqueueWaiting(cx, moved.payment_account ?? "", paymentId)
    await listSoon(cx, moved.payment_account ?? "")
  })
}

/** When the processor was paid: never later than now, and now if its response does not say it. */
export function paidAt(cx: Pick<Context, "now">, session: CheckoutSession): number {
  return Math.min(session.paidAt ?? cx.now(), cx.now())
}

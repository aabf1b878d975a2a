import type { Context } from "#access/context.ts"
import type { CheckoutSession } from "#adapters/payments/port.ts"
import { enqueueWaiting, listSoon } from "../events/index.ts"
import { must } from "../must.ts"
import type { Purchase } from "../purchases/index.ts"
import { transition } from "./transition.ts"

/** Records a payment from a session that fits. Then applies refunds and disputes that arrived before it. */
export async function recordPayment(cx: Context, purchase: Purchase, session: CheckoutSession): Promise<void> {
  const { paymentId, amountCents } = session
  must(paymentId !== null, "What was paid has a charge.")
  await cx.atomically(async (cx) => {
    const charge = { payment_id: paymentId, charged_cents: amountCents, paid_at: paidAt(cx, session) }
    const moved = await transition(cx, "pay", { id: purchase.id, ...charge })
    if (!moved) return
    await enqueueWaiting(cx, moved.payment_account ?? "", paymentId)
    await listSoon(cx, moved.payment_account ?? "")
  })
}

/** When the processor was paid: never later than now, and now if its response does not say it. */
export function paidAt(cx: Pick<Context, "now">, session: CheckoutSession): number {
  return Math.min(session.paidAt ?? cx.now(), cx.now())
}

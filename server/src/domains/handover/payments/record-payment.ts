import type { Context } from "#access/context.ts"
import type { CheckoutSession } from "#adapters/payments/port.ts"
import { enqueueWaiting, listSoon } from "../events/index.ts"
import { must } from "../must.ts"
import type { Purchase } from "../purchases/index.ts"
import { transition } from "./transition.ts"

/** Records a payment from a checkout session that fits. Then applies refunds and disputes that arrived before it. */
export async function recordPayment(cx: Context, purchase: Purchase, checkoutSession: CheckoutSession): Promise<void> {
  const { paymentId, amountCents } = checkoutSession
  must(paymentId !== null, "A paid purchase has a charge.")
  await cx.atomically(async (cx) => {
    const charge = { payment_id: paymentId, charged_cents: amountCents, paid_at: paidAt(cx, checkoutSession) }
    const moved = await transition(cx, "pay", { id: purchase.id, workspace_id: purchase.workspace_id, ...charge })
    if (!moved) return
    await enqueueWaiting(cx, moved.processor_account ?? "", paymentId)
    await listSoon(cx, moved.processor_account ?? "")
  })
}

/** When the processor was paid: never later than now, and now if its response does not say it. */
export function paidAt(cx: Pick<Context, "now">, checkoutSession: CheckoutSession): number {
  return Math.min(checkoutSession.paidAt ?? cx.now(), cx.now())
}

import type { Session } from "#adapters/payments/port.ts"
import type { Context, Inside } from "#kernel/context.ts"
import { findMismatch } from "./judge-session.ts"
import { must } from "./must.ts"
import { listWaitingEvents } from "./payment-event-store.ts"
import { accountOf } from "./processor.ts"
import { movePurchase, type Purchase } from "./purchase-store.ts"
import { enqueueEvent } from "./receive-payment-event.ts"

/**
 * Records that a purchase is paid. A payment that is not the one that was agreed on is recorded as well, but never
 * handed over: the seller sees why, and can give it back. Word of refunds and disputes that was faster is taken up now.
 */
export async function recordPayment(cx: Context, purchase: Purchase, session: Session): Promise<void> {
  const mismatch = findMismatch(purchase, session, cx.payments.isLive(await accountOf(cx, purchase)))
  const { paymentId } = session
  must(paymentId !== null, "What was paid has a charge.")
  const moved = await cx.atomically(async (cx) => {
    const paid = { payment_id: paymentId, charged_cents: session.amountCents, paid_at: cx.now() }
    const moved = mismatch
      ? await movePurchase(cx, purchase.id, { by: "refusePayment", set: { ...paid, reason: mismatch } })
      : await movePurchase(cx, purchase.id, { by: "pay", set: paid })
    if (moved) await enqueueWaiting(cx, moved.payment_account ?? "", paymentId)
    return moved
  })
  if (moved && mismatch) cx.log.error({ purchaseId: purchase.id, mismatch }, "A payment does not match its purchase.")
}

async function enqueueWaiting(cx: Inside, account: string, paymentId: string): Promise<void> {
  for (const { event_id } of await listWaitingEvents(cx, account, paymentId)) {
    await enqueueEvent(cx, { account, eventId: event_id })
  }
}

import type { Context } from "#access/context.ts"
import type { PaymentEvent } from "#adapters/payments/port.ts"
import { findPurchaseBy, type Purchase } from "../purchases/index.ts"
import { findPaymentEvent, markApplied } from "./payment-event-store.ts"
import { enqueueEvent } from "./receive-payment-event.ts"
import { settlePurchase } from "./settle-purchase.ts"

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * Handles one webhook event. An event is only a hint to ask the processor, whose response decides, so the order of
 * events does not matter.
 */
export async function applyPaymentEvent(
  cx: Context,
  { account, eventId }: { account: string; eventId: string },
): Promise<void> {
  const event = await findPaymentEvent(cx, account, eventId)
  if (!event || event.applied_at !== null) return
  const purchase = await findPurchaseOf(cx, account, event.read)
  if (!purchase) return waitForPurchase(cx, { account, eventId }, cx.now() - event.received_at)

  await settlePurchase(cx, { purchaseId: purchase.id })
  await cx.atomically((cx) => markApplied(cx, account, eventId))
}

async function findPurchaseOf(cx: Context, account: string, event: PaymentEvent): Promise<Purchase | undefined> {
  if (event.kind === "other") return undefined
  const purchase =
    event.kind === "session"
      ? await findPurchaseBy(cx, "session_id", event.sessionId)
      : await findPurchaseBy(cx, "payment_id", event.paymentId)
  return purchase?.payment_account === account ? purchase : undefined
}

/**
 * Tries an event again that came before our own record of the session or the charge. Each wait is as long as all waits
 * before. After a day it is taken for another sale on the same account. If its payment is recorded even later, that
 * looks for waiting events.
 */
async function waitForPurchase(
  cx: Context,
  payload: { account: string; eventId: string },
  waitedMs: number,
): Promise<void> {
  if (waitedMs > dayMs) return
  const runAt = cx.now() + Math.max(minuteMs, waitedMs)
  await cx.atomically((cx) => enqueueEvent(cx, { ...payload, runAt }))
}

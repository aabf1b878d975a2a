import type { Context } from "#access/context.ts"
import type { PaymentEvent } from "#adapters/payments/port.ts"
import { findPurchaseBy, type Purchase } from "../purchases/index.ts"
import { applyDispute } from "./apply-dispute.ts"
import { findPaymentEvent, markApplied } from "./payment-event-store.ts"
import { enqueueEvent } from "./receive-payment-event.ts"
import { settlePurchase } from "./settle-purchase.ts"

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * Works through one webhook event. An event is only a hint to look: what counts is what the processor answers when it
 * is asked, so the order in which events come does not matter. Disputes alone are taken at their (signed) word.
 */
export async function applyPaymentEvent(
  cx: Context,
  { account, eventId }: { account: string; eventId: string },
): Promise<void> {
  const event = await findPaymentEvent(cx, account, eventId)
  if (!event || event.applied_at !== null) return
  const purchase = await findPurchaseOf(cx, account, event.read)
  if (!purchase) return waitForPurchase(cx, { account, eventId }, cx.now() - event.received_at)

  // First, because it needs no answer: a payment that is recorded only now finds the dispute noted.
  if (event.read.kind === "dispute") await applyDispute(cx, purchase.id, event.read.status)
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
 * An event can be faster than our own record of the session or the charge, so it is looked at again, each time after
 * as long as it has waited already. After a day it seems to concern something else that is sold on the same account;
 * should its payment be recorded later still, that looks for it.
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

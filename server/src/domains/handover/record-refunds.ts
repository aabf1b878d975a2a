import type { Session } from "#adapters/payments/port.ts"
import type { Context, Inside } from "#kernel/context.ts"
import { enqueue } from "#kernel/job-store.ts"
import { mailBuyer } from "./hand-over.ts"
import { movePurchase, type Purchase, recordPartialRefund, updatePurchase } from "./purchase-store.ts"
import { releaseHolds } from "./release-holds.ts"
import { endDelivery } from "./request-refund.ts"

/**
 * Records what the processor has paid back, whoever asked it to. All of it ends the purchase and its delivery; part of
 * it changes nothing but the sum. A refund that the bank sent back makes the purchase wait for a refund again.
 *
 * @param before the purchase as it was before `session` was asked for.
 */
export async function recordRefunds(cx: Context, before: Purchase, session: Session): Promise<void> {
  const { id, refundedCents } = { id: before.id, refundedCents: session.refundedCents }
  if (refundedCents >= session.amountCents) return cx.atomically((cx) => endRefunded(cx, id))
  // Only when the row said so before the processor was asked: the money has come back since.
  if (before.state === "refunded") return cx.atomically((cx) => restartRefund(cx, before, refundedCents))
  if (refundedCents !== before.refunded_cents) {
    return cx.atomically((cx) => recordPartialRefund(cx, before, refundedCents))
  }
}

/** The money is back with the buyer. */
export async function endRefunded(cx: Inside, id: string): Promise<void> {
  const moved = await movePurchase(cx, id, { by: "refund", set: { owner_key: null } })
  if (!moved) return
  if (moved.delivery_revoked_at === null) await mailBuyer(cx, moved) // else the buyer knows already
  await updatePurchase(cx, id, { refunded_cents: moved.charged_cents })
  await endDelivery(cx, moved)
  await releaseHolds(cx, moved)
  await enqueue(cx, "mail-seller", { purchaseId: id, event: "refunded" })
}

async function restartRefund(cx: Inside, { id, attempt }: Purchase, refundedCents: number): Promise<void> {
  const set = {
    refunded_cents: refundedCents,
    attempt: attempt + 1,
    reason: "The bank sent the refund back; it is tried again.",
  }
  await movePurchase(cx, id, { by: "returnRefund", set })
}

import type { Inside } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import { mailBuyer, movePurchase, type Purchase, updatePurchase } from "../purchases/index.ts"
import { releaseHolds } from "./release-holds.ts"

/**
 * Starts to give a payment back: the delivery ends at once, the address no longer owns the offer, its unit and gift are
 * free again; the money follows in a job.
 *
 * @param reason a sentence for the seller and the buyer.
 * @returns false when there is nothing that could be given back: unpaid, comped, disputed, refunded or being refunded.
 */
export async function requestRefund(cx: Inside, purchaseId: string, reason: string): Promise<boolean> {
  const moved = await movePurchase(cx, purchaseId, {
    by: "startRefund",
    set: { reason, owner_key: null, unsettled_since: cx.now(), refund_tries: 0 },
  })
  if (!moved) return false
  await endDelivery(cx, moved)
  await releaseHolds(cx, moved)
  await enqueue(cx, "refund-purchase", { payload: { purchaseId }, dedupeKey: `refund:${purchaseId}` })
  // The letter tells how the purchase stands: now, that the link has ended and the money follows; another one, when it is back.
  await mailBuyer(cx, moved)
  return true
}

/** Ends every delivery link that was given. The row must be held by this transaction. */
export async function endDelivery(cx: Inside, purchase: Purchase): Promise<void> {
  if (purchase.delivery_revoked_at !== null) return
  await updatePurchase(cx, purchase.id, {
    delivery_revoked_at: cx.now(),
    delivery_generation: purchase.delivery_generation + 1,
  })
}

import type { Person } from "#access/caller.ts"
import type { Inside } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import { mailBuyer, movePurchase, type Purchase, updatePurchase } from "../purchases/index.ts"
import { releaseHolds } from "./release-holds.ts"

/**
 * Starts a refund. At once, the delivery ends, the address no longer owns the offer, and its unit and gift are free
 * again. A job then returns the money.
 *
 * @param reason a sentence for the seller and the buyer.
 * @returns false when there is nothing to refund: unpaid, comped, disputed, refunded or being refunded.
 */
export async function requestRefund(
  cx: Inside & Partial<Person>,
  purchaseId: string,
  reason: string,
): Promise<boolean> {
  const moved = await movePurchase(cx, purchaseId, {
    by: "startRefund",
    set: {
      reason,
      owner_key: null,
      unsettled_since: cx.now(),
      refund_tries: 0,
      refund_started_by: cx.accountId ?? null,
    },
  })
  if (!moved) return false
  await endDelivery(cx, moved)
  await releaseHolds(cx, moved)
  await enqueue(cx, "refund-purchase", { payload: { purchaseId }, dedupeKey: `refund:${purchaseId}` })
  // The letter describes the present state: the link has ended and the money will follow. Another letter is sent when
  // it is back.
  await mailBuyer(cx, moved)
  return true
}

/** Makes every delivery link so far invalid. This transaction must have locked the row. */
export async function endDelivery(cx: Inside, purchase: Purchase): Promise<void> {
  if (purchase.delivery_revoked_at !== null) return
  await updatePurchase(cx, purchase.id, {
    delivery_revoked_at: cx.now(),
    delivery_generation: purchase.delivery_generation + 1,
  })
}

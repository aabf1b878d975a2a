import type { Inside } from "#access/context.ts"
import type { TransitionName } from "../purchase-states.ts"
import {
  findPurchaseBy,
  firstLookMs,
  mailBuyer,
  movePurchase,
  ownerKey,
  type Purchase,
  readPurchase,
  takeCheckoutKey,
  updatePurchase,
} from "../purchases/index.ts"
import { releaseHolds } from "./release-holds.ts"
import { endDelivery } from "./request-refund.ts"

/** Suspends the delivery of a completed purchase while the buyer's bank decides. */
export async function suspendDelivery(cx: Inside, id: string): Promise<void> {
  await movePurchase(cx, id, { by: "dispute", set: { look_again_at: cx.now() + firstLookMs } })
}

const takenBack = "The buyer's bank took the payment back."

/** Ends a purchase whose payment the buyer's bank has taken back, delivered or not. */
export async function endLost(cx: Inside, id: string): Promise<void> {
  const moved = await movePurchase(cx, id, { by: "loseDispute", set: { unsettled_since: null } })
  if (moved?.fulfilled_at === null) await releaseHolds(cx, moved)
  await endDelivery(cx, await readPurchase(cx, id))
  await updatePurchase(cx, id, { owner_key: null, checkout_key: null, reason: takenBack })
}

/** Goes on with a disputed purchase whose money is the seller's again, where the dispute interrupted it. */
export async function restoreWon(cx: Inside, before: Purchase): Promise<void> {
  const by = wayBack(before)
  const isDelivered = by === "winDispute"
  const moved = await movePurchase(cx, before.id, { by, set: isDelivered ? {} : { unsettled_since: cx.now() } })
  if (!moved || moved.reason !== takenBack) return
  await updatePurchase(cx, moved.id, { reason: null })
  if (isDelivered) await deliverAgain(cx, moved)
}

function wayBack({ fulfilled_at, refund_started_at, charged_cents, amount_cents }: Purchase): TransitionName {
  if (refund_started_at !== null) return "winRefunding"
  if (fulfilled_at !== null) return "winDispute"
  return charged_cents === amount_cents ? "winUndelivered" : "winUnclear"
}

/** Undoes the end of a delivery that a lost dispute ended, and mails the buyer the new link. */
async function deliverAgain(cx: Inside, purchase: Purchase): Promise<void> {
  const { id, offer_id, buyer_email, revoked_at, restored_at } = purchase
  const isSellers = revoked_at !== null && (restored_at ?? 0) < revoked_at
  const key = buyer_email && ownerKey(offer_id, buyer_email)
  const isFree = key !== null && !(await findPurchaseBy(cx, "owner_key", key))
  if (isFree) await takeCheckoutKey(cx, { id, key })
  await updatePurchase(cx, id, {
    ...(isFree && { owner_key: key, checkout_key: key }),
    ...(!isSellers && { delivery_revoked_at: null }),
  })
  if (!isSellers) await mailBuyer(cx, purchase)
}

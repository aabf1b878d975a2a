import type { Inside } from "#access/context.ts"
import {
  endOfDelivery,
  findPurchaseBy,
  mailBuyer,
  ownerKey,
  type Purchase,
  type PurchaseKey,
  type TransitionName,
  takeCheckoutKey,
  updatePurchase,
} from "../purchases/index.ts"
import { transition } from "./transition.ts"

export async function suspendDelivery(cx: Inside, { id, workspace_id }: PurchaseKey): Promise<void> {
  await transition(cx, "dispute", { id, workspace_id })
}

const takenBack = "The buyer's bank reversed the payment."

export async function endLost(cx: Inside, { id, workspace_id }: PurchaseKey): Promise<void> {
  const key = { id, workspace_id }
  const lost = await transition(cx, "loseDispute", { ...key, reason: takenBack })
  // The purchase was refunded, or its payment is not known yet.
  if (!lost)
    await updatePurchase(cx, key, { owner_key: null, checkout_key: null, reason: takenBack, ...endOfDelivery(cx) })
}

/** Resumes a disputed purchase after the seller has got the money back, in the state that the dispute interrupted. */
export async function restoreWon(cx: Inside, before: Purchase): Promise<void> {
  const name = winTransition(before)
  const moved = await transition(cx, name, { id: before.id, workspace_id: before.workspace_id })
  if (!moved || moved.reason !== takenBack) return
  await updatePurchase(cx, moved, { reason: null })
  if (name === "winDispute") await deliverAgain(cx, moved)
}

function winTransition({ fulfilled_at, refund_started_at, charged_cents, amount_cents }: Purchase): TransitionName {
  if (refund_started_at !== null) return "winRefunding"
  if (fulfilled_at !== null) return "winDispute"
  return charged_cents === amount_cents ? "winUndelivered" : "winUnclear"
}

/** Restores a delivery that a lost dispute ended, and mails the buyer the new link. */
async function deliverAgain(cx: Inside, purchase: Purchase): Promise<void> {
  const { offer_id, buyer_email, revoked_at, restored_at } = purchase
  const isSellers = revoked_at !== null && (restored_at ?? 0) < revoked_at
  const key = buyer_email && ownerKey(offer_id, buyer_email)
  const isFree = key !== null && !(await findPurchaseBy(cx, { owner_key: key, workspace_id: purchase.workspace_id }))
  if (isFree) await takeCheckoutKey(cx, purchase, key)
  await updatePurchase(cx, purchase, {
    ...(isFree && { owner_key: key, checkout_key: key }),
    ...(!isSellers && { delivery_revoked_at: null }),
  })
  if (!isSellers) await mailBuyer(cx, purchase)
}

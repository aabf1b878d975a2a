import type { Context, Inside } from "#access/context.ts"
import { giftOf, holdGiftAgain } from "../gift-codes/index.ts"
import { must } from "../must.ts"
import { atomicallyForOffer, lockOfferForSale, readSnapshot, takeUnit } from "../offers/index.ts"
import {
  announcePurchase,
  findPurchaseBy,
  getSellerState,
  lockPurchase,
  nextPoll,
  ownerKey,
  type Purchase,
  type PurchaseKey,
  takeCheckoutKey,
  tellSeller,
  updatePurchase,
} from "../purchases/index.ts"
import { requestRefund } from "./request-refund.ts"
import { endLost, suspendDelivery } from "./suspend-delivery.ts"
import { transition } from "./transition.ts"

/** Why a payment is refunded instead of delivered. Shown to the seller and, by `verify`, to the buyer. */
export const obstacles = {
  duplicate: "This email already owns the offer. The second payment is being refunded.",
  oversold: "The offer sold out before the payment arrived. It is being refunded.",
  nothingLeft: "The files no longer exist. The payment is being refunded.",
  suspended: "The seller's workspace was suspended before delivery. The payment is being refunded.",
  giftGone: "The gift code was used for another purchase. The payment is being refunded.",
} as const

const late = "Paid after the checkout expired, and delivered."

/** Completes a paid purchase, once, even if called in parallel. If it cannot be delivered, it is refunded. */
export async function fulfilPurchase(cx: Context, key: PurchaseKey): Promise<void> {
  const outcome = await atomicallyForOffer(cx, { purchase: key }, async (cx) => {
    const purchase = await lockPurchase(cx, key, "paid")
    if (!purchase) return undefined
    must(purchase.charged_cents === purchase.amount_cents, "The charge equals the agreed price.")
    if (purchase.dispute === "lost") {
      await endLost(cx, purchase)
      return "lost"
    }
    const obstacle = await tryToFulfil(cx, purchase)
    if (obstacle) await giveBack(cx, purchase, obstacle)
    return obstacle ?? "fulfilled"
  })
  if (outcome) cx.log.info({ purchaseId: key.id, outcome }, "A payment was processed.")
}

/** Completes a locked paid purchase. Returns the obstacle if it cannot; then nothing is delivered. */
export async function tryToFulfil(cx: Inside, purchase: Purchase): Promise<keyof typeof obstacles | undefined> {
  const obstacle = await findObstacle(cx, purchase)
  if (!obstacle) await complete(cx, purchase)
  return obstacle
}

async function findObstacle(cx: Inside, purchase: Purchase): Promise<keyof typeof obstacles | undefined> {
  const { isSuspended, isEmptied } = await getSellerState(cx, purchase.workspace_id)
  if (isSuspended) return "suspended"
  const owner = purchase.buyer_email && ownerKey(purchase.offer_id, purchase.buyer_email)
  if (owner && (await findPurchaseBy(cx, { owner_key: owner, workspace_id: purchase.workspace_id }))) return "duplicate"
  if (isEmptied || readSnapshot(purchase.snapshot).files.length === 0) return "nothingLeft"
  if (purchase.unit_released_at !== null) {
    const offer = { id: purchase.offer_id, workspaceId: purchase.workspace_id }
    const { stockLimit } = await lockOfferForSale(cx, offer)
    if (!(await takeUnit(cx, offer, stockLimit))) return "oversold"
    await updatePurchase(cx, purchase, { unit_released_at: null, reason: late })
  }
  if (purchase.gift_code_id !== null && purchase.gift_state === "released") {
    if (!(await holdGiftAgain(cx, giftOf(purchase.gift_code_id, purchase), purchase.discount_cents))) return "giftGone"
    await updatePurchase(cx, purchase, { gift_state: "held", reason: late })
  }
  return undefined
}

async function complete(cx: Inside, purchase: Purchase): Promise<void> {
  const { id, workspace_id, offer_id, buyer_email } = purchase
  const owner_key = buyer_email && ownerKey(offer_id, buyer_email)
  if (owner_key) await takeCheckoutKey(cx, purchase, owner_key)
  const poll_at = nextPoll({ ...purchase, state: "fulfilled", unsettled_since: null }, cx.now())
  const fulfilled = await transition(cx, "fulfil", {
    id,
    workspace_id,
    owner_key,
    checkout_key: owner_key,
    poll_at,
  })
  must(fulfilled !== undefined, "No other transaction moves a purchase while its row is locked.")
  // The dispute arrived before the processor's response, so the delivery is suspended until the bank decides.
  if (fulfilled.dispute === "open") await suspendDelivery(cx, purchase)
}

async function giveBack(cx: Inside, purchase: Purchase, obstacle: keyof typeof obstacles): Promise<void> {
  must(await requestRefund(cx, purchase, obstacles[obstacle]), "No other transaction moves a locked purchase.")
  if (obstacle === "duplicate" || obstacle === "suspended") return
  await tellSeller(cx, purchase, "oversold")
  announcePurchase(cx, purchase, "paidTooLate")
}

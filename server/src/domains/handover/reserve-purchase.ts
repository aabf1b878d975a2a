import type { Context, Inside } from "#kernel/context.ts"
import { ownerKey } from "./buyer-email.ts"
import { holdGift, leftCents, spendHeldGift, takeUse } from "./gift-hold-store.ts"
import { handOver } from "./hand-over.ts"
import { noSuchGiftCode, notPurchasable, remainderTooSmall } from "./handover-errors.ts"
import { must } from "./must.ts"
import { newPurchase, type Order } from "./purchase-row.ts"
import { findPurchaseBy, insertPurchase, type Purchase } from "./purchase-store.ts"
import { lockOffer, takeUnit } from "./stock-store.ts"

export interface Reservation {
  purchase: Purchase
  /** True when the address owns the offer already, by a purchase that another request made. */
  isOwned: boolean
}

/**
 * Takes a unit and what the gift code gives, and makes the purchase, all or nothing. Buyers of one offer take turns, so
 * that the last unit and the last cent go to one of them. A purchase with nothing left to charge is complete.
 *
 * @throws ServiceError 404 when the gift code cannot be used, 409 when the offer is sold out or the remainder is too
 * small to be charged.
 */
export function reservePurchase(cx: Context, order: Order): Promise<Reservation> {
  return cx.atomically(async (cx) => {
    await lockOffer(cx, order.offer.id)
    const known = await findKnown(cx, order)
    if (known) return { purchase: known, isOwned: known.request_key === null || known.request_key !== order.requestKey }

    if (!(await takeUnit(cx, order.offer.id))) throw notPurchasable()
    const discountCents = order.giftCodeId === null ? 0 : await takeGift(cx, order, order.giftCodeId)
    const purchase = await insertPurchase(cx, newPurchase(order, discountCents, cx.now()))
    must(purchase !== undefined, "Nobody else makes a purchase of this offer while its row is held.")
    if (purchase.state === "comped") await handOver(cx, purchase)
    return { purchase, isOwned: false }
  })
}

async function findKnown(cx: Inside, { offer, email, requestKey }: Order): Promise<Purchase | undefined> {
  const sameRequest = requestKey === undefined ? undefined : await findPurchaseBy(cx, "request_key", requestKey)
  if (sameRequest || email === null) return sameRequest
  return findPurchaseBy(cx, "owner_key", ownerKey(offer.id, email))
}

/** Takes a use of the code and, of an amount code, as much of its balance as the price needs. Answers the discount. */
async function takeGift(cx: Inside, { offer, charge }: Order, giftCodeId: string): Promise<number> {
  const code = await takeUse(cx, giftCodeId)
  if (!code) throw noSuchGiftCode()
  if (code.kind === "full") return offer.priceCents

  const discountCents = Math.min(leftCents(code), offer.priceCents)
  const remainingCents = offer.priceCents - discountCents
  await holdGift(cx, code.id, discountCents)
  if (remainingCents === 0) await spendHeldGift(cx, code.id, discountCents)
  const minimumCents = charge?.minimumCents ?? 0
  if (remainingCents > 0 && remainingCents < minimumCents) throw remainderTooSmall(minimumCents, offer.currency)
  return discountCents
}

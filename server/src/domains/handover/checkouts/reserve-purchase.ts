import type { Context, Inside, Reading } from "#access/context.ts"
import type { ServiceError } from "#kernel/error.ts"
import { discountOf, holdGift, spendHeldGift, takeUse, unusableCodeRefusal } from "../gift-codes/index.ts"
import { notPurchasable, salePaused, totalChanged, unitsHeld } from "../handover-errors.ts"
import {
  atomicallyForOffer,
  lockOfferForSale,
  mustBeChargeable,
  type OfferKey,
  type OfferTerms,
  takeUnit,
} from "../offers/index.ts"
import { transition } from "../payments/index.ts"
import {
  announcePurchase,
  findHeldUnits,
  findPurchaseBy,
  findUnderWay,
  handOver,
  insertPurchase,
  newPurchase,
  type Order,
  ownerKey,
  type Purchase,
  type PurchaseKey,
} from "../purchases/index.ts"
import { checkNetwork } from "./network-cap.ts"

export interface Reservation {
  purchase: Purchase
  isOwned: boolean
}

/** A checkout of the same address or browser that the processor has ended; our database does not show it yet. */
export interface EndedCheckout extends PurchaseKey {
  by: "expire" | "fail"
}

/** Another request has inserted a purchase with the same address or request key. The transaction is rolled back. */
export class RivalFound extends Error {}

/**
 * Takes a unit and the gift's discount, and inserts the purchase, all or nothing. Sales of a limited offer run one at a
 * time, so two buyers never get the last unit. A purchase without anything to charge is complete at once. Returns
 * undefined when another checkout of the address is under way.
 * @param ended checkouts whose units and gifts are returned in the same transaction.
 * @throws ServiceError 404 when the gift code cannot be used; 409 when the offer cannot be sold, the remaining price
 * is too small to charge, or the total is not the one that the buyer saw. RivalFound when a unique key is taken: a
 * second call finds the other purchase.
 */
export function reservePurchase(
  cx: Context,
  order: Order,
  ended: readonly EndedCheckout[],
): Promise<Reservation | undefined> {
  const { offer, email } = order
  const stockPercent = cx.limits.networkStockPercent
  return atomicallyForOffer(cx, { offer }, async (cx) => {
    const { isPaused, ...sale } = await lockOfferForSale(cx, offer)
    const known = await findKnown(cx, order)
    if (known) return { purchase: known, isOwned: known.request_key === null || known.request_key !== order.requestKey }
    for (const one of ended) await recordEnd(cx, one)
    if (email !== null && (await findUnderWay(cx, offer, email))) return undefined
    if (isPaused) throw salePaused()
    return { purchase: await makePurchase(cx, { ...order, ...sale, stockPercent }), isOwned: false }
  })
}

async function makePurchase(
  cx: Inside,
  order: Order & { terms: OfferTerms; stockLimit: number | null; stockPercent: number },
): Promise<Purchase> {
  const { offer, giftCodeId, stockLimit, stockPercent } = order
  if (!(await takeUnit(cx, offer, stockLimit))) throw await soldOutRefusal(cx, offer)
  const row = newPurchase(order, giftCodeId === null ? 0 : await takeGift(cx, order, giftCodeId), cx.now())
  checkSeen(order, row.discount_cents)
  if (row.network !== null) {
    await checkNetwork(cx, { offer, network: row.network, stockLimit, stockPercent })
  }
  const purchase = await insertPurchase(cx, row)
  if (!purchase) throw new RivalFound()
  if (purchase.state === "comped") {
    await handOver(cx, purchase)
    announcePurchase(cx, purchase, "completed")
  }
  return purchase
}

/** Refuses an order whose total is not the one that the buyer saw, so that they see and confirm the new one. */
export function checkSeen({ offer, seenPrice }: Pick<Order, "offer" | "seenPrice">, discountCents: number): void {
  if (!seenPrice) return
  const { priceCents, currency } = offer
  const isSame = seenPrice.priceCents === priceCents && seenPrice.currency === currency
  if (!isSame || seenPrice.discountCents !== discountCents) throw totalChanged()
}

async function findKnown(cx: Inside, { offer, email, requestKey }: Order): Promise<Purchase | undefined> {
  const workspace_id = offer.workspaceId
  const sameRequest =
    requestKey === undefined ? undefined : await findPurchaseBy(cx, { request_key: requestKey, workspace_id })
  if (sameRequest || email === null) return sameRequest
  return findPurchaseBy(cx, { owner_key: ownerKey(offer.id, email), workspace_id })
}

export async function recordEnd(cx: Inside, { id, workspace_id, by }: EndedCheckout): Promise<void> {
  const reason = "The buyer started another checkout."
  await transition(cx, by, { id, workspace_id, reason })
}

export async function soldOutRefusal(cx: Reading, offer: OfferKey): Promise<ServiceError> {
  const held = await findHeldUnits(cx, { offer })
  return held.units > 0 ? unitsHeld(held, cx.now()) : notPurchasable()
}

/** Takes one use of the code and, of an amount code, as much as needed. Returns the discount in minor units. */
async function takeGift(cx: Inside, { offer, charge }: Order, giftCodeId: string): Promise<number> {
  const gift = { id: giftCodeId, workspaceId: offer.workspaceId }
  const code = await takeUse(cx, gift)
  if (!code) throw await unusableCodeRefusal(cx, gift)
  const discountCents = discountOf(code, offer.priceCents)
  if (code.kind === "full") return discountCents

  const remainingCents = offer.priceCents - discountCents
  await holdGift(cx, gift, discountCents)
  if (remainingCents === 0) await spendHeldGift(cx, gift, discountCents)
  if (charge) mustBeChargeable(charge.rules, remainingCents, offer.currency)
  return discountCents
}

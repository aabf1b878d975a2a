import type { Anyone } from "#access/action.ts"
import type { Context } from "#access/context.ts"
import { getAccount } from "#domains/accounts/index.ts"
import { comparableEmail } from "#kernel/email-address.ts"
import type { PurchaseState } from "../purchase-states.ts"
import { listPurchasesOf, type Purchase } from "../purchases/index.ts"
import { buyerProof, claimUrl, deliveryUrl, provesPurchase, purchaseIdIn } from "./delivery.ts"

type Cx = Context<Anyone>

/**
 * Tells whether the caller has shown that a purchase is theirs: this browser paid for it, or they are signed in with
 * its address. An address that somebody types shows nothing.
 */
export async function isProven(cx: Cx, purchase: Purchase): Promise<boolean> {
  if (isOpener(cx, purchase)) return true
  if (cx.caller.kind !== "person" || purchase.buyer_email === null) return false
  const { email } = await getAccount(cx, cx.caller.accountId)
  return comparableEmail(email) === comparableEmail(purchase.buyer_email)
}

/** Tells whether this browser opened the purchase's checkout, or completed the purchase. */
export function isOpener(cx: Cx, { id }: Pick<Purchase, "id">): boolean {
  return cx.exchange.buyerProofs.some((proof) => provesPurchase(cx, proof, id))
}

/** A purchase of this offer that this browser has shown to be its own and that is in one of `states`. */
export async function findProvenPurchase(
  cx: Cx,
  offerId: string,
  states: readonly PurchaseState[],
): Promise<Purchase | undefined> {
  const ids = cx.exchange.buyerProofs.flatMap((proof) => {
    const id = purchaseIdIn(proof)
    return id !== undefined && provesPurchase(cx, proof, id) ? [id] : []
  })
  if (ids.length === 0) return undefined
  const purchases = await listPurchasesOf(cx, offerId, ids)
  return purchases.find(({ state }) => states.includes(state))
}

/**
 * The address that a caller gets for a purchase: the delivery link with proof, else the claim page, which opens nothing
 * and mails the link to the address on the purchase. An answer that rests on proof is never replayed to somebody else.
 */
export async function linkFor(cx: Cx, purchase: Purchase): Promise<string> {
  if (!(await isProven(cx, purchase))) return claimUrl(cx, purchase)
  cx.exchange.doNotStore()
  return deliveryUrl(cx, purchase)
}

/** Lets this browser show later that it opened the checkout of a purchase. */
export function keepOpener(cx: Cx, { id }: Pick<Purchase, "id">): void {
  cx.exchange.keepBuyerProof(buyerProof(cx, id))
}

/** Hands the delivery link to the browser that has just completed the purchase, and lets it prove that later. */
export function handLinkTo(cx: Cx, purchase: Purchase): string {
  keepOpener(cx, purchase)
  return deliveryUrl(cx, purchase)
}

import type { Anyone } from "#access/action.ts"
import type { Context } from "#access/context.ts"
import { getAccount } from "#domains/accounts/index.ts"
import { comparableEmail } from "#kernel/email-address.ts"
import type { OfferKey } from "../offers/index.ts"
import type { PurchaseState } from "../purchase-states.ts"
import { isCorrectedTo, listPurchasesOf, type Purchase } from "../purchases/index.ts"
import { buyerProof, claimUrl, deliveryUrl, provesPurchase, purchaseIdIn } from "./delivery.ts"

type Cx = Context<Anyone>

/** Proof is this browser's payment or checkout session with the purchase's address. A typed address proves nothing. */
export async function isProven(cx: Cx, purchase: Purchase): Promise<boolean> {
  if (isOpener(cx, purchase)) return true
  if (cx.caller.kind !== "person" || purchase.buyer_email === null) return false
  const { email } = await getAccount(cx, cx.caller.accountId)
  return comparableEmail(email) === comparableEmail(purchase.buyer_email) || isCorrectedTo(cx, purchase, email)
}

export function isOpener(cx: Cx, { id }: Pick<Purchase, "id">): boolean {
  return cx.exchange.buyerProofs.some((proof) => provesPurchase(cx, proof, id))
}

/** Finds a purchase of this offer in one of `states` that this browser has proven to be its own. */
export async function findProvenPurchase(
  cx: Cx,
  offer: OfferKey,
  states: readonly PurchaseState[],
): Promise<Purchase | undefined> {
  return (await listProvenPurchases(cx, offer)).find(({ state }) => states.includes(state))
}

/** Lists the purchases of this offer that this browser has proven to be its own. */
export async function listProvenPurchases(cx: Cx, offer: OfferKey): Promise<Purchase[]> {
  const ids = listProvenIds(cx)
  return ids.length === 0 ? [] : listPurchasesOf(cx, offer, ids)
}

/**
 * With proof it is the delivery link. Without, it is the claim page, which only mails the link to the address on the
 * purchase. An answer that needed proof is never replayed to others.
 */
export async function linkFor(cx: Cx, purchase: Purchase): Promise<string> {
  if (!(await isProven(cx, purchase))) return claimUrl(cx, purchase)
  cx.exchange.doNotStore()
  return deliveryUrl(cx, purchase)
}

export function keepOpener(cx: Cx, { id }: Pick<Purchase, "id">): void {
  cx.exchange.keepBuyerProof(buyerProof(cx, id))
}

export function handLinkTo(cx: Cx, purchase: Purchase): string {
  keepOpener(cx, purchase)
  return deliveryUrl(cx, purchase)
}

/** Lists the purchases that this browser has proven to be its own. */
export function listProvenIds(cx: Cx): string[] {
  return cx.exchange.buyerProofs.flatMap((proof) => {
    const id = purchaseIdIn(proof)
    return id !== undefined && provesPurchase(cx, proof, id) ? [id] : []
  })
}

import type { Outside } from "#access/context.ts"

/** What a delivery link says about a purchase. */
export interface Delivery {
  id: string
  delivery_generation: number
}

/**
 * The address of a purchase's delivery page. It opens the files to whoever holds it, can be given again at any time
 * (nothing usable lies in the database), and ends when the generation goes up.
 */
export function deliveryUrl(cx: Pick<Outside, "addresses" | "keyring">, purchase: Delivery): string {
  return `${cx.addresses.base}/delivery/${deliveryLink(cx, purchase)}`
}

/** The last part of a delivery page's address: `<purchase id>.<mac>`. */
export function deliveryLink(cx: Pick<Outside, "keyring">, purchase: Delivery): string {
  return `${purchase.id}.${cx.keyring.mac("delivery-link", deliveryText(purchase))}`
}

/** The purchase that a delivery link or a buyer's proof names, or undefined. Says nothing about its being genuine. */
export function purchaseIdIn(proof: string): string | undefined {
  return /^(\w{1,64})\.[\w-]{43}$/.exec(proof)?.[1]
}

/** Tells whether `link` is the delivery link of this purchase in its present generation. */
export function opensDelivery(cx: Pick<Outside, "keyring">, link: string, purchase: Delivery): boolean {
  return purchaseIdIn(link) === purchase.id && cx.keyring.verify("delivery-link", deliveryText(purchase), macIn(link))
}

/** The address of a purchase's claim page, which opens nothing: it mails the link to the address on the purchase. */
export function claimUrl(cx: Pick<Outside, "addresses">, purchase: { id: string }): string {
  return `${cx.addresses.base}/claim/${purchase.id}`
}

/** What a browser keeps in its buyer cookie after it paid: `<purchase id>.<mac>`. */
export function buyerProof(cx: Pick<Outside, "keyring">, purchaseId: string): string {
  return `${purchaseId}.${cx.keyring.mac("buyer-cookie", purchaseId)}`
}

/** Tells whether `proof` shows that this browser paid for the purchase; never throws, whatever `proof` is. */
export function provesPurchase(cx: Pick<Outside, "keyring">, proof: string, purchaseId: string): boolean {
  return purchaseIdIn(proof) === purchaseId && cx.keyring.verify("buyer-cookie", purchaseId, macIn(proof))
}

const deliveryText = (purchase: Delivery) => `${purchase.id}:${purchase.delivery_generation}`

const macIn = (proof: string) => proof.slice(proof.lastIndexOf(".") + 1)

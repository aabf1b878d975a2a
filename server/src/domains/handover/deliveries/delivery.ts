import type { Outside } from "#access/context.ts"

export interface Delivery {
  id: string
  delivery_generation: number
}

/** Anyone who has this address can open the files. It is not stored, and ends when the generation is raised. */
export function deliveryUrl(cx: Pick<Outside, "addresses" | "keyring">, purchase: Delivery): string {
  return `${cx.addresses.base}/delivery/${deliveryLink(cx, purchase)}`
}

/** The last part of a delivery page's address: `<purchase id>.<mac>`. */
export function deliveryLink(cx: Pick<Outside, "keyring">, purchase: Delivery): string {
  return `${purchase.id}.${cx.keyring.mac("delivery-link", deliveryText(purchase))}`
}

/** Reads the purchase id from a delivery link or a buyer's proof; undefined for other text. Checks no signature. */
export function purchaseIdIn(proof: string): string | undefined {
  return /^(\w{1,64})\.[\w-]{43}$/.exec(proof)?.[1]
}

export function opensDelivery(cx: Pick<Outside, "keyring">, link: string, purchase: Delivery): boolean {
  return purchaseIdIn(link) === purchase.id && cx.keyring.verify("delivery-link", deliveryText(purchase), macIn(link))
}

/** The address of a purchase's claim page. It shows no files; it mails the link to the address on the purchase. */
export function claimUrl(cx: Pick<Outside, "addresses">, purchase: { id: string }): string {
  return `${cx.addresses.base}/claim/${purchase.id}`
}

/** The value of the buyer cookie in a browser that has paid: `<purchase id>.<mac>`. */
export function buyerProof(cx: Pick<Outside, "keyring">, purchaseId: string): string {
  return `${purchaseId}.${cx.keyring.mac("buyer-cookie", purchaseId)}`
}

/** Whether `proof` shows that this browser paid for the purchase. Never throws, whatever `proof` is. */
export function provesPurchase(cx: Pick<Outside, "keyring">, proof: string, purchaseId: string): boolean {
  return purchaseIdIn(proof) === purchaseId && cx.keyring.verify("buyer-cookie", purchaseId, macIn(proof))
}

const deliveryText = (purchase: Delivery) => `${purchase.id}:${purchase.delivery_generation}`

const macIn = (proof: string) => proof.slice(proof.lastIndexOf(".") + 1)

import type { Outside } from "#kernel/context.ts"
import type { PublicOffer } from "./offer-lookup-store.ts"
import { returnedSession } from "./returned-session.ts"

/** The address of the page where an offer is bought. */
export function payUrl(cx: Pick<Outside, "addresses">, shortKey: string): string {
  return `${cx.addresses.base}/pay/${shortKey}`
}

/**
 * Where the processor sends a buyer whose payment method left the page. It puts the session's id in the place of
 * `{CHECKOUT_SESSION_ID}`, which it only knows by these very characters: they are never percent-encoded.
 */
export function returnUrl(cx: Pick<Outside, "addresses">, shortKey: string): string {
  return `${payUrl(cx, shortKey)}?${returnedSession}={CHECKOUT_SESSION_ID}`
}

/** Tells whether there is something to hand over, a unit left, and a price that can be charged. */
export function isPurchasable(cx: Pick<Outside, "payments">, offer: PublicOffer): boolean {
  const hasUnit = offer.stockLimit === null || offer.unitsTaken < offer.stockLimit
  return offer.files.length > 0 && hasUnit && isChargeable(cx, offer.priceCents, offer.currency)
}

/** Tells whether an amount is nothing, or enough for the processor to charge. */
export function isChargeable(cx: Pick<Outside, "payments">, amountCents: number, currency: string): boolean {
  return amountCents === 0 || amountCents >= cx.payments.minimumCents(currency)
}

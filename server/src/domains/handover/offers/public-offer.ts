import type { Outside } from "#access/context.ts"
import type { AmountRules } from "#adapters/payments/port.ts"
import { remainderTooSmall } from "../handover-errors.ts"
import { returnedSession } from "../returned-session.ts"
import type { PublicOffer } from "./offer-lookup-store.ts"

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
  return isSellable(cx, offer) && hasUnit(offer)
}

/** Tells whether there is something to hand over at a price that can be charged, however many are left. */
export function isSellable(cx: Pick<Outside, "payments">, offer: PublicOffer): boolean {
  return offer.files.length > 0 && isChargeable(cx.payments.amountRules(offer.currency), offer.priceCents)
}

/** Tells whether a unit is left that is neither sold nor held. */
export function hasUnit({ stockLimit, unitsTaken }: PublicOffer): boolean {
  return stockLimit === null || unitsTaken < stockLimit
}

/** Refuses what remains after a gift code when no card is charged so little, or just that. */
export function mustBeChargeable(rules: AmountRules, amountCents: number, currency: string): void {
  if (!isChargeable(rules, amountCents)) throw remainderTooSmall(rules.minimumCents, currency)
}

/** Tells whether an amount is nothing, or one that the processor charges. */
export function isChargeable({ minimumCents, maximumCents, stepCents }: AmountRules, amountCents: number): boolean {
  const isInRange = amountCents >= minimumCents && amountCents <= maximumCents
  return amountCents === 0 || (isInRange && amountCents % stepCents === 0)
}

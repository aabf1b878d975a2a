import { z } from "zod"
import type { Outside } from "#access/context.ts"
import type { AmountRules } from "#adapters/payments/port.ts"
import { returnedSession } from "#contract/returned-session.ts"
import { remainderTooSmall } from "../handover-errors.ts"
import { chooseProcessorAccount, isTestSale } from "../selling.ts"
import type { CoverRow } from "./offer-cover-store.ts"
import type { PublicOffer } from "./offer-lookup-store.ts"

export function payUrl(cx: Pick<Outside, "addresses">, shortKey: string): string {
  return `${cx.addresses.base}/pay/${shortKey}`
}

/**
 * Where the processor returns a buyer whose payment method left our page. It looks for the exact characters
 * `{CHECKOUT_SESSION_ID}`, so they are not percent-encoded.
 */
export function returnUrl(cx: Pick<Outside, "addresses">, shortKey: string): string {
  return `${payUrl(cx, shortKey)}?${returnedSession}={CHECKOUT_SESSION_ID}`
}

/** The picture on an offer's pay page. */
export const offerCover = z.object({
  url: z.url().describe("On the files' host; another picture has another address."),
  width: z.int().describe("In pixels."),
  height: z.int().describe("In pixels."),
})

type OfferCover = z.output<typeof offerCover>

export function toCover({ addresses }: Pick<Outside, "addresses">, row: CoverRow): OfferCover {
  return { url: `${addresses.files}/${row.id}`, width: row.width, height: row.height }
}

type Cx = Pick<Outside, "payments" | "selling">

export function isPurchasable(cx: Cx, offer: PublicOffer): boolean {
  return isSellable(cx, offer) && offer.pausedAt === null && hasUnit(offer) && isForSale(cx, offer)
}

/** Whether strangers can buy a published offer. It is unavailable while it is paused or cannot be charged. */
export const availability = z.enum(["available", "sold out", "unavailable"])

type Stock = Pick<PublicOffer, "stockLimit" | "unitsTaken">
type Sale = Stock & Pick<PublicOffer, "priceCents" | "currency" | "pausedAt" | "processorAccounts">

export function availabilityOf(cx: Cx, offer: Sale): z.output<typeof availability> {
  const canBeCharged = isChargeable(cx.payments.amountRules(offer.currency), offer.priceCents)
  if (offer.pausedAt !== null || !canBeCharged || !isForSale(cx, { ...offer, isOwnWorkspace: false }))
    return "unavailable"
  return hasUnit(offer) ? "available" : "sold out"
}

/** Whether the offer is free, or an account can be charged for it. On test keys only the seller's members can buy. */
export function isForSale(
  cx: Cx,
  {
    priceCents,
    processorAccounts,
    isOwnWorkspace,
  }: Pick<PublicOffer, "priceCents" | "processorAccounts" | "isOwnWorkspace">,
): boolean {
  if (priceCents === 0) return true
  const chosen = chooseProcessorAccount(cx, processorAccounts)
  return "id" in chosen && (isOwnWorkspace || !isTestSale(cx, chosen.id, processorAccounts))
}

/** Whether the offer has something to deliver, at a price that can be charged. Ignores the stock and a pause. */
export function isSellable(cx: Pick<Outside, "payments">, offer: PublicOffer): boolean {
  return offer.files.length > 0 && isChargeable(cx.payments.amountRules(offer.currency), offer.priceCents)
}

export function hasUnit({ stockLimit, unitsTaken }: Stock): boolean {
  return stockLimit === null || unitsTaken < stockLimit
}

export function mustBeChargeable(rules: AmountRules, amountCents: number, currency: string): void {
  if (!isChargeable(rules, amountCents)) throw remainderTooSmall(rules.minimumCents, currency)
}

export function isChargeable({ minimumCents, maximumCents, stepCents }: AmountRules, amountCents: number): boolean {
  const isInRange = amountCents >= minimumCents && amountCents <= maximumCents
  return amountCents === 0 || (isInRange && amountCents % stepCents === 0)
}

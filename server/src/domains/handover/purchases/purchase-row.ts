import type { AmountRules, ProcessorAccount } from "#adapters/payments/port.ts"
import type { SeenPrice } from "#contract/seen-price.ts"
import { newId } from "#kernel/ids.ts"
import { toSearchText } from "#kernel/text/search-text.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { currentTraceparent } from "#spans/span.ts"
import { must } from "../must.ts"
import { type OfferTerms, type PublicOffer, writeSnapshot } from "../offers/index.ts"
import { ownerKey } from "./buyer-email.ts"
import type { Purchase } from "./purchase-store.ts"

export interface Order {
  offer: PublicOffer
  /** The buyer's address in its stored form; null only for a gift without an address. */
  email: string | null
  giftCodeId: string | null
  requestKey: string | undefined
  /** The price that the buyer saw on the pay page. Another total is refused. */
  seenPrice?: SeenPrice | undefined
  /** An HMAC of the client's network; empty for callers without a network. */
  network: string
  /** The processor account to charge, the amounts it can charge, and the return address; null for a gift. */
  charge: {
    processorAccount: ProcessorAccount
    processorId: string | null
    rules: AmountRules
    returnUrl: string
  } | null
}

/** How long a buyer can pay. The processor requires 30 minutes from its request; the rest leaves time for retries. */
export const checkoutMs = 45 * minuteMs

/**
 * Returns the row of a new purchase. One without anything to charge is complete at once. The row fixes the request to
 * the processor: the offer and the settings are not read for it again.
 */
export function newPurchase(order: Order & { terms: OfferTerms }, discountCents: number, now: number) {
  const { offer, terms, email, giftCodeId, requestKey } = order
  const amountCents = offer.priceCents - discountCents
  must(discountCents >= 0 && amountCents >= 0, "A discount lies between nothing and the price.")
  const isComped = amountCents === 0
  return {
    id: newId("purchase"),
    workspace_id: offer.workspaceId,
    offer_id: offer.id,
    buyer_email: email,
    search_buyer: email === null ? null : toSearchText(email),
    owner_key: isComped && email !== null ? ownerKey(offer.id, email) : null,
    checkout_key: email === null ? null : ownerKey(offer.id, email),
    request_key: requestKey ?? null,
    traceparent: currentTraceparent() ?? null,
    state: isComped ? "comped" : "created",
    price_cents: offer.priceCents,
    discount_cents: discountCents,
    amount_cents: amountCents,
    currency: offer.currency,
    gift_code_id: giftCodeId,
    gift_state: giftCodeId === null ? null : isComped ? "spent" : "held",
    unit_taken_at: now,
    snapshot: writeSnapshot({ ...offer, terms }),
    ...(isComped ? uncharged : toCharge(order, now)),
    fulfilled_at: isComped ? now : null,
    created_at: now,
    updated_at: now,
    ...nothingYet,
  } satisfies Purchase
}

const uncharged = {
  processor_account: null,
  processor_id: null,
  return_url: null,
  network: null,
  checkout_session_expires_at: null,
}

function toCharge({ charge, network }: Order, now: number) {
  must(charge !== null, "A purchase with a charge has a processor account.")
  return {
    processor_account: charge.processorAccount.id,
    processor_id: charge.processorId,
    return_url: charge.returnUrl,
    network,
    checkout_session_expires_at: now + checkoutMs,
  }
}

const nothingYet = {
  unit_released_at: null,
  takeover_lease_until: null,
  attempt: 1,
  checkout_session_id: null,
  payment_id: null,
  charged_cents: 0,
  refunded_cents: 0,
  dispute: null,
  reason: null,
  delivery_generation: 1,
  delivery_revoked_at: null,
  receipts_sent: 0,
  downloads: 0,
  downloaded_at: null,
  receipt_mailed_at: null,
  opened_at: null,
  paid_at: null,
  unsettled_since: null,
  poll_at: null,
  refund_tries: 0,
  settled_outside_at: null,
  note: null,
  noted_at: null,
  noted_by: null,
  refund_started_at: null,
  refund_started_by: null,
  refunded_at: null,
  disputed_at: null,
  dispute_ended_at: null,
  revoked_at: null,
  restored_at: null,
}

import type Stripe from "stripe"
import type { PaymentEvent } from "../port.ts"
import { isOurs } from "./stripe-checkout-session.ts"

type Kind = Exclude<PaymentEvent["kind"], "other">

const kinds = {
  "checkout.session.completed": "checkout-session",
  "checkout.session.async_payment_succeeded": "checkout-session",
  "checkout.session.async_payment_failed": "checkout-session",
  "checkout.session.expired": "checkout-session",
  "charge.refunded": "refund",
  "refund.created": "refund",
  "refund.updated": "refund",
  "refund.failed": "refund",
  "charge.dispute.created": "dispute",
  "charge.dispute.updated": "dispute",
  "charge.dispute.closed": "dispute",
  "charge.dispute.funds_withdrawn": "dispute",
  "charge.dispute.funds_reinstated": "dispute",
} as const satisfies Partial<Record<Stripe.WebhookEndpointCreateParams.EnabledEvent, Kind>>

/** The types of events that concern payments: what webhooks bring, and what is listed. At most 20 can be listed. */
export const eventTypes = Object.keys(kinds) as (keyof typeof kinds)[]

/** Webhooks that were made by hand may bring the older name of `refund.updated` too. */
const kindOf: ReadonlyMap<string, Kind> = new Map([...Object.entries(kinds), ["charge.refund.updated", "refund"]])

/** Converts a verified event to the port's shape. Events that are not about one of our payments become `other`. */
export function toPaymentEvent({ id, livemode: live, type, data }: Stripe.Event): PaymentEvent {
  const kind = kindOf.get(type)
  if (kind === "checkout-session") {
    const checkoutSession = data.object as Stripe.Checkout.Session
    if (isOurs(checkoutSession)) return { id, live, kind, checkoutSessionId: checkoutSession.id }
  } else if (kind !== undefined) {
    const intent = (data.object as Stripe.Charge | Stripe.Refund | Stripe.Dispute).payment_intent
    // Our charges always have a payment intent.
    if (intent !== null) return { id, live, kind, paymentId: typeof intent === "string" ? intent : intent.id }
  }
  return { id, live, kind: "other", type }
}

import type Stripe from "stripe"
import type { PaymentEvent } from "../port.ts"
import { isOurs } from "./stripe-checkout-session.ts"

/** The types of events that concern payments: what webhooks bring, and what is listed. At most 20 can be listed. */
export const eventTypes = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
] as const satisfies readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[]

/** Converts a verified event to the port's shape. Events that are not about one of our payments become `other`. */
export function toPaymentEvent(event: Stripe.Event): PaymentEvent {
  const of = { id: event.id, live: event.livemode }
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired":
      return isOurs(event.data.object)
        ? { ...of, kind: "checkout-session", checkoutSessionId: event.data.object.id }
        : { ...of, kind: "other", type: event.type }
    case "charge.refunded":
    case "charge.refund.updated":
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      return about(event, event.data.object.payment_intent, (paymentId) => ({ ...of, kind: "refund", paymentId }))
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
      return about(event, event.data.object.payment_intent, (paymentId) => ({ ...of, kind: "dispute", paymentId }))
    default:
      return { ...of, kind: "other", type: event.type }
  }
}

/** Our charges always have a payment intent. */
function about(
  event: Stripe.Event,
  intent: string | { id: string } | null,
  toEvent: (paymentId: string) => PaymentEvent,
): PaymentEvent {
  if (intent === null) return { id: event.id, live: event.livemode, kind: "other", type: event.type }
  return toEvent(typeof intent === "string" ? intent : intent.id)
}

import type Stripe from "stripe"
import type { PaymentEvent } from "../port.ts"

/** Converts a verified webhook to the port's shape. Events about no payment of ours become `other`. */
export function toPaymentEvent(event: Stripe.Event): PaymentEvent {
  const of = { id: event.id, live: event.livemode }
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired":
      return { ...of, kind: "session", sessionId: event.data.object.id }
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

/** A charge without a payment intent is not ours. */
function about(
  event: Stripe.Event,
  intent: string | { id: string } | null,
  toEvent: (paymentId: string) => PaymentEvent,
): PaymentEvent {
  if (intent === null) return { id: event.id, live: event.livemode, kind: "other", type: event.type }
  return toEvent(typeof intent === "string" ? intent : intent.id)
}

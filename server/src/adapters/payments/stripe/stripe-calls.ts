import { randomUUID } from "node:crypto"
import Stripe from "stripe"
import {
  type CheckoutSession,
  type CheckoutSessionPage,
  type CheckoutSessionRequest,
  type EventPage,
  type Listing,
  ProcessorError,
  type Refund,
  type RefundRequest,
} from "../port.ts"
import {
  checkoutSessionExpansion,
  toCheckoutSession,
  toCheckoutSessionParameters,
  toPage,
} from "./stripe-checkout-session.ts"
import { eventTypes, toPaymentEvent } from "./stripe-events.ts"

/** Opens a checkout session with the request's key. This call and those below throw the SDK's errors unchanged. */
export async function openCheckoutSession(stripe: Stripe, request: CheckoutSessionRequest): Promise<CheckoutSession> {
  const { idempotencyKey } = request
  return toCheckoutSession(
    await stripe.checkout.sessions.create(toCheckoutSessionParameters(request), { idempotencyKey }),
  )
}

/** Reads a checkout session. Throws a 404 if the processor account does not have it. */
export async function readCheckoutSession(stripe: Stripe, checkoutSessionId: string): Promise<CheckoutSession> {
  return toCheckoutSession(
    await stripe.checkout.sessions.retrieve(checkoutSessionId, { expand: checkoutSessionExpansion }),
  )
}

/** Nothing is expanded: for a hundred checkout sessions that would take Stripe seconds. */
export async function listCheckoutSessions(
  stripe: Stripe,
  { createdFrom, cursor }: Listing,
): Promise<CheckoutSessionPage> {
  return toPage(
    await stripe.checkout.sessions.list({
      created: { gte: Math.floor(createdFrom / 1000) },
      limit: 100,
      ...(cursor === undefined ? {} : { starting_after: cursor }),
    }),
  )
}

/** Lists a page of the processor account's events, of the types that webhooks bring. */
export async function listEvents(stripe: Stripe, { createdFrom, cursor }: Listing): Promise<EventPage> {
  const { data, has_more } = await stripe.events.list({
    types: eventTypes,
    created: { gte: Math.floor(createdFrom / 1000) },
    limit: 100,
    ...(cursor === undefined ? {} : { starting_after: cursor }),
  })
  const last = Array.isArray(data) ? data.at(-1)?.id : undefined
  if (!Array.isArray(data) || typeof has_more !== "boolean" || (has_more && last === undefined)) {
    throw new ProcessorError("unknown", "Stripe's answer is not a page of events.")
  }
  const events = data.map((event) => ({ event: toPaymentEvent(event), createdAt: event.created * 1000 }))
  return { events, next: has_more ? (last ?? null) : null }
}

/** A checkout session that has ended stays as it is. Each call has a new key: a stored 500 must not keep one open. */
export async function expireCheckoutSession(stripe: Stripe, checkoutSessionId: string): Promise<CheckoutSession> {
  const refusal = await endCheckoutSession(stripe, checkoutSessionId)
  const checkoutSession = await readCheckoutSession(stripe, checkoutSessionId)
  if (refusal && checkoutSession.status === "open") throw refusal
  return checkoutSession
}

/** Returns a refusal that may only mean that the checkout session has ended, since Stripe has no code for that. */
async function endCheckoutSession(stripe: Stripe, checkoutSessionId: string): Promise<Error | undefined> {
  try {
    await stripe.checkout.sessions.expire(checkoutSessionId, {}, { idempotencyKey: `expire-${randomUUID()}` })
  } catch (error) {
    if (isRefusal(error, 400)) return error
    throw error
  }
}

/** Refunds with the request's key. A charge that is already refunded counts as done. */
export async function refund(
  stripe: Stripe,
  { paymentId, amountCents, idempotencyKey }: RefundRequest,
): Promise<Refund> {
  try {
    const parameters = { payment_intent: paymentId, ...(amountCents === undefined ? {} : { amount: amountCents }) }
    const { id, status } = await stripe.refunds.create(parameters, { idempotencyKey })
    return { id, status: toRefundStatus(status) }
  } catch (error) {
    const isPaidBack = isRefusal(error, 400) && error.code === "charge_already_refunded"
    if (isPaidBack) return { id: paymentId, status: "succeeded" }
    throw error
  }
}

function toRefundStatus(status: string | null): Refund["status"] {
  if (status === "succeeded") return "succeeded"
  return status === "failed" || status === "canceled" ? "failed" : "pending"
}

export function isRefusal(error: unknown, status: number): error is Stripe.errors.StripeError {
  return error instanceof Stripe.errors.StripeError && error.statusCode === status
}

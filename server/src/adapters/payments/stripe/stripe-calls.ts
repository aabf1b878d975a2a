import { randomUUID } from "node:crypto"
import Stripe from "stripe"
import {
  type CheckoutSession,
  type EventPage,
  type Listing,
  ProcessorError,
  type Refund,
  type RefundRequest,
  type SessionPage,
  type SessionRequest,
} from "../port.ts"
import { eventTypes, toPaymentEvent } from "./stripe-events.ts"
import { sessionExpansion, toPage, toSession, toSessionParameters } from "./stripe-session.ts"

/** Opens a session with the request's key. This call and those below throw the SDK's errors unchanged. */
export async function openSession(stripe: Stripe, request: SessionRequest): Promise<CheckoutSession> {
  const { idempotencyKey } = request
  return toSession(await stripe.checkout.sessions.create(toSessionParameters(request), { idempotencyKey }))
}

/** Reads a session. Throws a 404 if the account does not have it. */
export async function readSession(stripe: Stripe, sessionId: string): Promise<CheckoutSession> {
  return toSession(await stripe.checkout.sessions.retrieve(sessionId, { expand: sessionExpansion }))
}

/** Nothing is expanded: for a hundred sessions that would take Stripe seconds. */
export async function listSessions(stripe: Stripe, { createdFrom, cursor }: Listing): Promise<SessionPage> {
  return toPage(
    await stripe.checkout.sessions.list({
      created: { gte: Math.floor(createdFrom / 1000) },
      limit: 100,
      ...(cursor === undefined ? {} : { starting_after: cursor }),
    }),
  )
}

/** Lists a page of the account's events, of the types that webhooks bring. */
export async function listEvents(stripe: Stripe, { createdFrom, cursor }: Listing): Promise<EventPage> {
  const { data, has_more } = await stripe.events.list({
    types: [...eventTypes],
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

/**
 * A session that has ended is returned unchanged. Each call has a new key: a stored 500 must not keep a session open.
 */
export async function expireSession(stripe: Stripe, sessionId: string): Promise<CheckoutSession> {
  const refusal = await endSession(stripe, sessionId)
  const session = await readSession(stripe, sessionId)
  if (refusal && session.status === "open") throw refusal
  return session
}

/** Returns a refusal that may only mean that the session has ended, since Stripe has no code for that. */
async function endSession(stripe: Stripe, sessionId: string): Promise<Error | undefined> {
  try {
    await stripe.checkout.sessions.expire(sessionId, {}, { idempotencyKey: `expire-${randomUUID()}` })
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

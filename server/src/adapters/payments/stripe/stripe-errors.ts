import Stripe from "stripe"
import type { Log } from "#kernel/log.ts"
import { ProcessorError, type ProcessorOutcome } from "../port.ts"

type StripeError = Stripe.errors.StripeError

/** The calls, and which of Stripe's refusals are an expected response to each. */
const refusals = {
  testKeys: () => false,
  findProcessorAccount: () => false,
  makeHook: () => false,
  removeHook: () => false,
  registerDomain: () => false,
  openCheckoutSession: ({ code, param }: StripeError) =>
    code === "email_invalid" || param === "customer_email" || code === "amount_too_small",
  findCheckoutSession: () => false,
  listCheckoutSessions: () => false,
  expireCheckoutSession: () => false,
  listDisputes: () => false,
  listEvents: () => false,
  refund: ({ code }: StripeError) => code !== undefined && notRefundable.has(code),
}
const notRefundable = new Set([
  "amount_too_large",
  "charge_disputed",
  "charge_not_refundable",
  "payment_intent_unexpected_state",
  "refund_disputed_payment",
])
/** Calls for whose idempotency key Stripe may have stored a response. */
const keyed = new Set<StripeCall>(["openCheckoutSession", "refund"])

export type StripeCall = keyof typeof refusals

/** Converts the SDK's errors to outcomes (docs.stripe.com/error-low-level, docs.stripe.com/api/idempotent_requests). */
export function toProcessorError(error: unknown, call: StripeCall): ProcessorError {
  if (error instanceof ProcessorError) return error
  if (!(error instanceof Stripe.errors.StripeError)) throw error
  const { statusCode: status, code } = error
  const answered = `Stripe answered ${status}${code ? ` (${code})` : ""}.`
  const message = status === undefined ? "Stripe's answer did not arrive whole." : answered
  const about = code === "amount_too_small" ? "amount" : undefined
  return new ProcessorError(outcomeOf(error, call), message, { cause: error, about })
}

function outcomeOf(error: StripeError, call: StripeCall): ProcessorOutcome {
  const { statusCode: status, headers } = error
  if (status === undefined || mayComeRight(error)) return "unknown"
  const isReplayed = headers?.["idempotent-replayed"] === "true"
  if (status >= 500) return keyed.has(call) && (isReplayed || isKept(error)) ? "failed" : "unknown"
  // The key was used for another request, before the parameters changed.
  if (error instanceof Stripe.errors.StripeIdempotencyError) return "failed"
  if (refusals[call](error)) return "refused"
  return isReplayed ? "failed" : "account-fault"
}

/** Whether Stripe stored a 5xx for the key. After a gateway's 502, the same key may still get the real response. */
function isKept({ headers }: StripeError): boolean {
  return headers?.["stripe-should-retry"] === "false"
}

/** 409: another request holds the key. 429: too many requests, or a lock was not available. Both are temporary. */
function mayComeRight({ statusCode, code, headers }: StripeError): boolean {
  const passes = statusCode === 409 || statusCode === 429 || code === "rate_limit"
  return passes || headers?.["stripe-should-retry"] === "true"
}

/** Logs all that Stripe's support needs, but not the message, which may quote a key or an address. */
export function logAnswer(
  log: Log,
  { call, processorAccount }: { call: StripeCall; processorAccount: string },
  { cause: answer, outcome }: ProcessorError,
): void {
  if (!(answer instanceof Stripe.errors.StripeError) || answer.statusCode === undefined) return
  const { statusCode: status, code, param, requestId: upstreamRequestId } = answer
  const fields = { call, account: processorAccount, status, code, param, upstreamRequestId, outcome }
  if (outcome === "refused") log.warn(fields, "Stripe refused a call.")
  else log.error(fields, "A call to Stripe failed.")
}

import Stripe from "stripe"
import { ProcessorError } from "./port.ts"

/**
 * Puts what the SDK threw into our outcomes (docs.stripe.com/error-low-level, docs.stripe.com/api/idempotent_requests).
 *
 * @param isKeyed whether the call carried an idempotency key: only then can Stripe repeat a stored answer.
 */
export function toProcessorError(error: unknown, isKeyed: boolean): ProcessorError {
  if (!(error instanceof Stripe.errors.StripeError)) throw error
  const status = error.statusCode
  if (status === undefined) return new ProcessorError("unknown", "Stripe's answer did not arrive whole.", error)
  const message = `Stripe answered ${status}${error.code ? ` (${error.code})` : ""}.`
  if (status >= 500) return new ProcessorError(isKeyed && isStored(error) ? "failed" : "unknown", message, error)
  return new ProcessorError(mayComeRight(error) ? "unknown" : "refused", message, error)
}

/**
 * Whether Stripe keeps this 5xx for the key: it says so beforehand, or shows it by repeating it. Without either sign
 * (a gateway's 502, say) the same key may still bring the real answer.
 */
function isStored({ headers }: Stripe.errors.StripeError): boolean {
  return headers?.["stripe-should-retry"] === "false" || headers?.["idempotent-replayed"] === "true"
}

/** 409: another request holds the key. 429: too many requests, or a lock was not to be had. Both pass. */
function mayComeRight({ statusCode, headers }: Stripe.errors.StripeError): boolean {
  return statusCode === 409 || statusCode === 429 || headers?.["stripe-should-retry"] === "true"
}

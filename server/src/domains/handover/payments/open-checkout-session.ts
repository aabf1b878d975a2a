import type { Context } from "#access/context.ts"
import { type CheckoutSession, ProcessorError } from "#adapters/payments/port.ts"
import { atomicallyForOffer } from "../offers/index.ts"
import { noteProcessorAccountFault } from "../payment-accounts/index.ts"
import { type Purchase, raiseAttempt, readPurchase } from "../purchases/index.ts"
import { takeAnswer } from "./get-checkout-session.ts"
import { processorAccountOf, processorFailed, toCheckoutSessionRequest } from "./processor.ts"
import { abandonedAfterMs } from "./stuck-purchases.ts"
import { transition } from "./transition.ts"

/**
 * Opens and records the checkout session of a purchase. It may run again after a crash at any step: the idempotency key
 * is made of the purchase's id and attempt, so the processor returns the same checkout session.
 * @returns undefined when the purchase has ended: the buyer's input was refused, or the processor account for too long.
 * @throws ServiceError `upstream_error` when the response is missing or wrong, or the account has a fault; try again.
 */
export async function openCheckoutSession(cx: Context, purchase: Purchase): Promise<CheckoutSession | undefined> {
  const processorAccount = await processorAccountOf(cx, purchase)
  const request = await toCheckoutSessionRequest(cx, purchase)
  try {
    const checkoutSession = await takeAnswer(cx, purchase, {
      processorAccount,
      checkoutSession: await cx.payments.openCheckoutSession(processorAccount, request),
    })
    await recordCheckoutSession(cx, purchase, checkoutSession)
    return checkoutSession
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    await noteProcessorAccountFault(cx, processorAccount.id, error)
    return endOrRetry(cx, purchase, error)
  }
}

async function endOrRetry(cx: Context, purchase: Purchase, error: ProcessorError): Promise<undefined> {
  // Without a response, a retry is safe only with the same idempotency key.
  if (error.outcome === "unknown") throw processorFailed(error)
  if (isOfBuyer(error, purchase)) return endUnopened(cx, purchase, "Stripe rejected the checkout.")
  const isAbandoned = cx.now() - purchase.created_at > abandonedAfterMs
  if (isAbandoned && error.outcome !== "failed") {
    return endUnopened(cx, purchase, "The Stripe account can't take payments.")
  }
  // The processor would repeat its stored response for this key, even after the processor account was fixed.
  await cx.atomically((cx) => raiseAttempt(cx, purchase))
  throw processorFailed(error)
}

/** Whether the buyer can fix it: their address, or the gift code that leaves too little. The seller sets the price. */
function isOfBuyer({ outcome, about }: ProcessorError, { discount_cents }: Purchase): boolean {
  return outcome === "refused" && (about !== "amount" || discount_cents > 0)
}

async function recordCheckoutSession(cx: Context, purchase: Purchase, checkoutSession: CheckoutSession): Promise<void> {
  const { id, workspace_id } = purchase
  const facts = {
    checkout_session_id: checkoutSession.id,
    checkout_session_expires_at: checkoutSession.expiresAt,
    opened_at: cx.now(),
  }
  const opened = await cx.atomically((cx) => transition(cx, "open", { id, workspace_id, ...facts }))
  if (opened || (await readPurchase(cx, id)).checkout_session_id === checkoutSession.id) return
  throw processorFailed(new Error("The purchase no longer waits for this session."))
}

/** Ends a purchase without a checkout session. No browser has its client secret, so it can never be paid. */
async function endUnopened(cx: Context, purchase: Purchase, reason: string): Promise<undefined> {
  const { id, workspace_id } = purchase
  await atomicallyForOffer(cx, { purchase }, (cx) => transition(cx, "failCreated", { id, workspace_id, reason }))
  cx.log.warn({ purchaseId: id }, "A checkout ended without a session.")
}

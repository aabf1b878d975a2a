import type { Context } from "#access/context.ts"
import { type CheckoutSession, ProcessorError } from "#adapters/payments/port.ts"
import { movePurchase, type Purchase, raiseAttempt, readPurchase } from "../purchases/index.ts"
import { takeAnswer } from "./ask-session.ts"
import { accountOf, processorFailed, toSessionRequest } from "./processor.ts"
import { releaseHolds } from "./release-holds.ts"
import { abandonedAfterMs } from "./stuck-purchases.ts"

/**
 * Gets the checkout session of a purchase that has none yet, and records it. It may be run again after a crash at any
 * step: the purchase's id and attempt are the processor's idempotency key, so it answers the same session.
 *
 * @returns undefined when the purchase has ended: the processor refuses what the buyer asked for, or has refused until
 * nobody comes back for it any more.
 * @throws ServiceError `upstream_error` when it does not answer as it should, or not for this account; the purchase
 * then waits for another try.
 */
export async function openSession(cx: Context, purchase: Purchase): Promise<CheckoutSession | undefined> {
  const account = await accountOf(cx, purchase)
  const request = await toSessionRequest(cx, purchase)
  try {
    const session = await takeAnswer(cx, purchase, {
      account,
      session: await cx.payments.openSession(account, request),
    })
    await recordSession(cx, purchase.id, session)
    return session
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    return endOrRetry(cx, purchase, error)
  }
}

async function endOrRetry(cx: Context, purchase: Purchase, error: ProcessorError): Promise<undefined> {
  // Without an answer the same key is the only safe one.
  if (error.outcome === "unknown") throw processorFailed(error)
  if (isOfBuyer(error, purchase)) return endUnopened(cx, purchase, "The payment processor refused the checkout.")
  const isAbandoned = cx.now() - purchase.created_at > abandonedAfterMs
  if (isAbandoned && error.outcome !== "failed") {
    return endUnopened(cx, purchase, "The payment processor did not serve the account.")
  }
  // What it has stored for this key it would only repeat, also when the account has been mended meanwhile.
  await cx.atomically((cx) => raiseAttempt(cx, purchase))
  throw processorFailed(error)
}

/** What the buyer can change: their address, or the gift code that leaves too little. A price is the seller's. */
function isOfBuyer({ outcome, about }: ProcessorError, { discount_cents }: Purchase): boolean {
  return outcome === "refused" && (about !== "amount" || discount_cents > 0)
}

async function recordSession(cx: Context, id: string, session: CheckoutSession): Promise<void> {
  const set = { session_id: session.id, session_expires_at: session.expiresAt, opened_at: cx.now() }
  const opened = await cx.atomically((cx) => movePurchase(cx, id, { by: "open", set }))
  if (opened || (await readPurchase(cx, id)).session_id === session.id) return
  throw processorFailed(new Error("The purchase went on without this session."))
}

/** The processor made nothing, or nothing that anybody was given the secret of, so nothing can be paid. */
async function endUnopened(cx: Context, { id }: Purchase, reason: string): Promise<undefined> {
  await cx.atomically(async (cx) => {
    const ended = await movePurchase(cx, id, { by: "failCreated", set: { reason } })
    if (ended) await releaseHolds(cx, ended)
  })
  cx.log.warn({ purchaseId: id }, "A checkout ended without a session.")
}

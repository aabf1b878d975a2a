import { ProcessorError, type Session } from "#adapters/payments/port.ts"
import type { Context } from "#kernel/context.ts"
import { findShortKey } from "./offer-lookup-store.ts"
import { accountOf, processorFailed, toSessionRequest } from "./processor.ts"
import { movePurchase, type Purchase, raiseAttempt, readPurchase } from "./purchase-store.ts"
import { releaseHolds } from "./release-holds.ts"

/**
 * Gets the checkout session of a purchase that has none yet, and records it. It may be run again after a crash at any
 * step: the purchase's id and attempt are the processor's idempotency key, so it answers the same session.
 *
 * @returns undefined when the processor refuses, which ends the purchase.
 * @throws ServiceError `upstream_error` when it does not answer as it should.
 */
export async function openSession(cx: Context, purchase: Purchase): Promise<Session | undefined> {
  const account = await accountOf(cx, purchase)
  const request = toSessionRequest(cx, purchase, await findShortKey(cx, purchase.offer_id))
  try {
    const session = await cx.payments.openSession(account, request)
    await recordSession(cx, purchase.id, session)
    return session
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    if (error.outcome === "refused") return endRefused(cx, purchase)
    // What it has stored for this key it would only repeat; after anything else the same key is the safe one.
    if (error.outcome === "failed") await cx.atomically((cx) => raiseAttempt(cx, purchase))
    throw processorFailed(error)
  }
}

async function recordSession(cx: Context, id: string, session: Session): Promise<void> {
  const set = { session_id: session.id, session_expires_at: session.expiresAt, opened_at: cx.now() }
  const opened = await cx.atomically((cx) => movePurchase(cx, id, { by: "open", set }))
  if (opened || (await readPurchase(cx, id)).session_id === session.id) return
  throw processorFailed(new Error("The purchase went on without this session."))
}

/** A refusal is final: the processor made nothing, so nothing can be paid. */
async function endRefused(cx: Context, { id }: Purchase): Promise<undefined> {
  await cx.atomically(async (cx) => {
    const set = { reason: "The payment processor refused the checkout." }
    const ended = await movePurchase(cx, id, { by: "failCreated", set })
    if (ended) await releaseHolds(cx, ended)
  })
  cx.log.warn({ purchaseId: id }, "The payment processor refused a checkout.")
}

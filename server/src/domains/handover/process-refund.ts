import { ProcessorError, type Refund, type Session } from "#adapters/payments/port.ts"
import type { Context } from "#kernel/context.ts"
import { accountOf, askSession, processorFailed } from "./processor.ts"
import { findPurchase, type Purchase, raiseAttempt, updatePurchase } from "./purchase-store.ts"
import { endRefunded } from "./record-refunds.ts"

const maxAttempts = 10

/**
 * Gives the money of a purchase back. Runs until the processor has confirmed it: what it already paid back is asked
 * for first, and the idempotency key stays the same until an answer makes another one safe.
 */
export async function processRefund(cx: Context, { purchaseId }: { purchaseId: string }): Promise<void> {
  const purchase = await findPurchase(cx, purchaseId)
  if (purchase?.state !== "refunding") return
  const session = await askSession(cx, purchase)
  if (session.refundedCents >= purchase.charged_cents) return finish(cx, purchase)
  if (purchase.attempt > maxAttempts) return giveUp(cx, purchase)
  const { status } = await payBack(cx, purchase, session)
  // A key that is repeated repeats its first answer, though the bank may have sent the money back since.
  const { refundedCents } = await askSession(cx, purchase)
  if (status === "failed" || refundedCents < purchase.charged_cents) await recordFailure(cx, purchase)
  else if (status === "succeeded") await finish(cx, purchase)
}

async function payBack(cx: Context, purchase: Purchase, { paymentId, refundedCents }: Session): Promise<Refund> {
  try {
    return await cx.payments.refund(await accountOf(cx, purchase), {
      paymentId: paymentId ?? "",
      amountCents: purchase.charged_cents - refundedCents,
      idempotencyKey: `${purchase.id}:refund:${purchase.attempt}:${refundedCents}`,
    })
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    // After a definite answer another key is safe; without one only the same key is. A fault of the account is no try:
    // once it is mended the money goes back.
    if (error.outcome === "refused" || error.outcome === "failed") await recordFailure(cx, purchase)
    throw processorFailed(error)
  }
}

function finish(cx: Context, { id }: Purchase): Promise<void> {
  return cx.atomically((cx) => endRefunded(cx, id))
}

async function recordFailure(cx: Context, purchase: Purchase): Promise<void> {
  await cx.atomically(async (cx) => {
    await updatePurchase(cx, purchase.id, {
      reason: "The processor could not give the payment back; it is tried again.",
    })
    await raiseAttempt(cx, purchase)
  })
  cx.log.warn({ purchaseId: purchase.id, attempt: purchase.attempt }, "A refund failed.")
}

async function giveUp(cx: Context, { id }: Purchase): Promise<void> {
  const reason = "The processor could not give the payment back. Pay the buyer in another way."
  await cx.atomically((cx) => updatePurchase(cx, id, { reason }))
  cx.log.error({ purchaseId: id }, "A refund was given up; the buyer must be paid in another way.")
}

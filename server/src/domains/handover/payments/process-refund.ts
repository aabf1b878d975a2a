import type { Context } from "#access/context.ts"
import { ProcessorError, type Refund } from "#adapters/payments/port.ts"
import { atomicallyForOffer } from "../offers/index.ts"
import { noteProcessorAccountFault } from "../payment-accounts/index.ts"
import { findPurchase, type Purchase, updatePurchase } from "../purchases/index.ts"
import { getUncheckedCheckoutSession } from "./get-checkout-session.ts"
import { isPaidBack, isRefundPending } from "./judge-checkout-session.ts"
import { processorAccountOf, processorFailed } from "./processor.ts"
import { maxRefundTries, raiseRefundTry } from "./reconcile-store.ts"
import { endRefunded } from "./record-refunds.ts"
import { reportPurchase } from "./report-unclear-money.ts"

/**
 * Refunds the rest of a purchase's charge, and is run again until the processor confirms that the buyer has it. The
 * idempotency key stays the same until a response makes a new one safe.
 */
export async function processRefund(cx: Context, { purchaseId }: { purchaseId: string }): Promise<void> {
  const purchase = await findPurchase(cx, purchaseId)
  if (purchase?.state !== "refunding" || purchase.settled_outside_at !== null) return
  const checkoutSession = await getUncheckedCheckoutSession(cx, purchase)
  if (isPaidBack(checkoutSession)) return finish(cx, purchase)
  if (isRefundPending(checkoutSession)) return waitForBank(cx, purchase)
  if (purchase.refund_tries >= maxRefundTries) return giveUp(cx, purchase)
  const { status } = await payBack(cx, purchase)
  // The same key returns its first response, even if the bank has sent the money back since; so look again.
  const after = await getUncheckedCheckoutSession(cx, purchase)
  if (isPaidBack(after)) await finish(cx, purchase)
  else if (status === "failed" || !isRefundPending(after)) await recordFailure(cx, purchase)
  else await waitForBank(cx, purchase)
}

/** The processor has sent the whole rest, so nothing is unclear. Banks take days; the reconciler keeps asking. */
async function waitForBank(cx: Context, purchase: Purchase): Promise<void> {
  if (purchase.unsettled_since !== null)
    await cx.atomically((cx) => updatePurchase(cx, purchase, { unsettled_since: null }))
}

async function payBack(cx: Context, purchase: Purchase): Promise<Refund> {
  try {
    return await cx.payments.refund(await processorAccountOf(cx, purchase), {
      paymentId: purchase.payment_id ?? "",
      idempotencyKey: `${purchase.id}:refund:${purchase.attempt}`,
    })
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    await noteProcessorAccountFault(cx, purchase.processor_account ?? "", error)
    // After a definite response a new key is safe. A fault of the processor account does not count as a try.
    if (error.outcome !== "unknown") await recordFailure(cx, purchase, error.outcome === "account-fault" ? 0 : 1)
    throw processorFailed(error)
  }
}

function finish(cx: Context, purchase: Purchase): Promise<void> {
  return atomicallyForOffer(cx, { purchase }, (cx) => endRefunded(cx, purchase))
}

async function recordFailure(cx: Context, purchase: Purchase, tries = 1): Promise<void> {
  const reason = "The refund failed. We'll try again."
  await cx.atomically((cx) => raiseRefundTry(cx, purchase, { reason, tries }))
  cx.log.warn({ purchaseId: purchase.id, attempt: purchase.attempt }, "A refund failed.")
}

async function giveUp(cx: Context, purchase: Purchase): Promise<void> {
  const reason = "The refund failed. Pay the buyer another way."
  const isNew = await cx.atomically(async (cx) => {
    await updatePurchase(cx, purchase, { reason })
    return reportPurchase(cx, purchase, reason)
  })
  if (isNew) cx.log.error({ purchaseId: purchase.id }, "A refund was given up; the buyer must be paid in another way.")
}

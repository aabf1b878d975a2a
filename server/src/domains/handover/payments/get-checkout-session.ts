import type { Context } from "#access/context.ts"
import type { CheckoutSession, ProcessorAccount } from "#adapters/payments/port.ts"
import { atRest } from "../purchase-states.ts"
import type { Purchase } from "../purchases/index.ts"
import { doubtPayment } from "./doubt-payment.ts"
import { findMismatch, judgeCheckoutSession } from "./judge-checkout-session.ts"
import { asking, processorAccountOf, processorFailed } from "./processor.ts"

/**
 * Asks the processor for the checkout session of a purchase, and checks that it fits.
 * @throws ServiceError `upstream_error` when it does not respond, or its checkout session is unknown or does not fit.
 */
export async function getCheckoutSession(cx: Context, purchase: Purchase): Promise<CheckoutSession> {
  const processorAccount = await processorAccountOf(cx, purchase)
  return takeAnswer(cx, purchase, {
    processorAccount,
    checkoutSession: await findCheckoutSessionOf(cx, purchase, processorAccount),
  })
}

/** Like `getCheckoutSession`, without the check that it fits the purchase. It serves refunds of unfit charges. */
export async function getUncheckedCheckoutSession(cx: Context, purchase: Purchase): Promise<CheckoutSession> {
  return findCheckoutSessionOf(cx, purchase, await processorAccountOf(cx, purchase))
}

async function findCheckoutSessionOf(
  cx: Context,
  purchase: Purchase,
  processorAccount: ProcessorAccount,
): Promise<CheckoutSession> {
  const checkoutSession = await asking(cx, processorAccount, () =>
    cx.payments.findCheckoutSession(processorAccount, purchase.checkout_session_id ?? ""),
  )
  if (!checkoutSession) throw processorFailed(new Error("The processor does not know the session that it gave us."))
  return checkoutSession
}

interface Answer {
  processorAccount: ProcessorAccount
  checkoutSession: CheckoutSession
}

/**
 * Checks that the processor's response fits the purchase. If not, throws `upstream_error`, and nothing changes, except
 * that money it reports is recorded as in doubt.
 */
export async function takeAnswer(
  cx: Context,
  purchase: Purchase,
  { processorAccount, checkoutSession }: Answer,
): Promise<CheckoutSession> {
  const mismatch = findMismatch(purchase, checkoutSession, cx.payments.isLive(processorAccount))
  if (!mismatch) return checkoutSession
  cx.log.error({ purchaseId: purchase.id, mismatch }, "The processor's answer does not fit its purchase.")
  if (judgeCheckoutSession(checkoutSession) === "paid" || atRest.has(purchase.state))
    await doubtPayment(cx, purchase, { checkoutSession, mismatch })
  throw processorFailed(new Error(mismatch))
}

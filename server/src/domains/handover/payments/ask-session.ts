import type { Context } from "#access/context.ts"
import type { Account, CheckoutSession } from "#adapters/payments/port.ts"
import { atRest } from "../purchase-states.ts"
import type { Purchase } from "../purchases/index.ts"
import { doubtPayment } from "./doubt-payment.ts"
import { findMismatch, judgeSession } from "./judge-session.ts"
import { accountOf, asking, processorFailed } from "./processor.ts"

/**
 * Asks the processor for the session of a purchase, and checks that it fits.
 * @throws ServiceError `upstream_error` when it does not respond, or its session is unknown or does not fit.
 */
export async function askSession(cx: Context, purchase: Purchase): Promise<CheckoutSession> {
  const account = await accountOf(cx, purchase)
  return takeAnswer(cx, purchase, { account, session: await findSessionOf(cx, purchase, account) })
}

/** As `askSession`, without checking that it fits, in order to refund what was charged. */
export async function lookAtSession(cx: Context, purchase: Purchase): Promise<CheckoutSession> {
  return findSessionOf(cx, purchase, await accountOf(cx, purchase))
}

async function findSessionOf(cx: Context, purchase: Purchase, account: Account): Promise<CheckoutSession> {
  const session = await asking(cx, account, () => cx.payments.findSession(account, purchase.session_id ?? ""))
  if (!session) throw processorFailed(new Error("The processor does not know the session that it gave us."))
  return session
}

interface Answer {
  account: Account
  session: CheckoutSession
}

/**
 * Checks that the processor's response fits the purchase. If not, throws `upstream_error`, and nothing changes, except
 * that money it reports is recorded as in doubt.
 */
export async function takeAnswer(
  cx: Context,
  purchase: Purchase,
  { account, session }: Answer,
): Promise<CheckoutSession> {
  const mismatch = findMismatch(purchase, session, cx.payments.isLive(account))
  if (!mismatch) return session
  cx.log.error({ purchaseId: purchase.id, mismatch }, "The processor's answer does not fit its purchase.")
  if (judgeSession(session) === "paid" || atRest.has(purchase.state))
    await doubtPayment(cx, purchase, { session, mismatch })
  throw processorFailed(new Error(mismatch))
}

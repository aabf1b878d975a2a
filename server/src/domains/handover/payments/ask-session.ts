import type { Context } from "#access/context.ts"
import type { Account, CheckoutSession } from "#adapters/payments/port.ts"
import { atRest } from "../purchase-states.ts"
import type { Purchase } from "../purchases/index.ts"
import { doubtPayment } from "./doubt-payment.ts"
import { findMismatch, judgeSession } from "./judge-session.ts"
import { accountOf, asking, processorFailed } from "./processor.ts"

/**
 * Asks the processor for the session of a purchase. Only an answer that fits the purchase is one.
 *
 * @throws ServiceError `upstream_error` when it does not answer, does not know the session that it gave us, or answers
 * something else than was agreed on. All of it is asked again.
 */
export async function askSession(cx: Context, purchase: Purchase): Promise<CheckoutSession> {
  const account = await accountOf(cx, purchase)
  return takeAnswer(cx, purchase, { account, session: await findSessionOf(cx, purchase, account) })
}

/**
 * Asks for the session of a purchase and takes it as it is, whether it fits or not: for giving back what was charged.
 *
 * @throws ServiceError `upstream_error` when the processor does not answer, or does not know the session.
 */
export async function lookAtSession(cx: Context, purchase: Purchase): Promise<CheckoutSession> {
  return findSessionOf(cx, purchase, await accountOf(cx, purchase))
}

async function findSessionOf(cx: Context, purchase: Purchase, account: Account): Promise<CheckoutSession> {
  const session = await asking(() => cx.payments.findSession(account, purchase.session_id ?? ""))
  if (!session) throw processorFailed(new Error("The processor does not know the session that it gave us."))
  return session
}

/** What the processor says about a session, and on which account. */
interface Answer {
  account: Account
  session: CheckoutSession
}

/**
 * Takes an answer of the processor's if it fits the purchase. One that does not decides nothing; where it says that
 * there is money, that is noted.
 *
 * @throws ServiceError `upstream_error` when it does not fit.
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

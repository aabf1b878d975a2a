import type { Context } from "#access/context.ts"
import type { CheckoutSession } from "#adapters/payments/port.ts"
import { ServiceError } from "#kernel/error.ts"
import { atomicallyForOffer } from "../offers/index.ts"
import { atRest } from "../purchase-states.ts"
import {
  findPurchase,
  isBeingTakenOver,
  nextPoll,
  type Purchase,
  readPurchase,
  touchPurchase,
} from "../purchases/index.ts"
import { applyDisputes } from "./apply-disputes.ts"
import { fulfilPurchase } from "./fulfil-purchase.ts"
import { getCheckoutSession, takeAnswer } from "./get-checkout-session.ts"
import { endingOf, judgeCheckoutSession, type Verdict } from "./judge-checkout-session.ts"
import { openCheckoutSession } from "./open-checkout-session.ts"
import { asking, processorAccountOf, processorFailed } from "./processor.ts"
import { endDoubt, endLateDoubt, planPoll } from "./reconcile-store.ts"
import { recordPayment } from "./record-payment.ts"
import { recordRefunds } from "./record-refunds.ts"
import { transition } from "./transition.ts"

/** Asks the processor about one purchase and updates it. Any number of calls, also in parallel, have one effect. */
export async function settlePurchase(cx: Context, { purchaseId }: { purchaseId: string }): Promise<void> {
  const purchase = await findPurchase(cx, purchaseId)
  if (!purchase || purchase.processor_account === null || purchase.settled_outside_at !== null) return
  if (purchase.state === "paid") await fulfilPurchase(cx, purchase)
  if (purchase.state === "created") await abandonPurchase(cx, purchase)
  else if (purchase.checkout_session_id !== null) await pollSession(cx, purchase)
}

async function pollSession(cx: Context, purchase: Purchase): Promise<void> {
  try {
    await applyCheckoutSession(cx, purchase, await getCheckoutSession(cx, purchase))
  } catch (error) {
    // Purchases on the list of unclear money have their own times to ask again, so this job is not retried for them.
    const isInDoubt = atRest.has(purchase.state) && purchase.unsettled_since !== null
    if (!(isInDoubt || purchase.state === "fulfil_failed") || !(error instanceof ServiceError)) throw error
  }
  // A charge that was known before may have been disputed since.
  if (purchase.payment_id !== null) await applyDisputes(cx, purchase.id)
  const settled = await readPurchase(cx, purchase.id)
  if (settled.poll_at !== null) {
    await cx.atomically((cx) => planPoll(cx, settled, nextPoll(settled, cx.now())))
  }
}

/** Ends a checkout that must not be paid any more, unless it was already paid. */
export async function expireCheckoutSession(cx: Context, { purchaseId }: { purchaseId: string }): Promise<void> {
  const purchase = await findPurchase(cx, purchaseId)
  if (purchase?.state === "created") await abandonPurchase(cx, purchase)
  if (purchase?.state === "open") await endAtProcessor(cx, purchase)
}

export async function applyCheckoutSession(
  cx: Context,
  purchase: Purchase,
  checkoutSession: CheckoutSession,
): Promise<Purchase> {
  const verdict = judgeCheckoutSession(checkoutSession)
  await forgetDoubt(cx, purchase, verdict)
  await steps[verdict](cx, purchase, checkoutSession)
  return readPurchase(cx, purchase.id)
}

async function forgetDoubt(cx: Context, purchase: Purchase, verdict: Verdict): Promise<void> {
  if (purchase.unsettled_since === null) return
  await cx.atomically((cx) => (verdict === "paid" ? endLateDoubt(cx, purchase) : endDoubt(cx, purchase)))
}

type Step = (cx: Context, purchase: Purchase, checkoutSession: CheckoutSession) => Promise<unknown>

const steps: Record<Verdict, Step> = {
  open: leaveOpen,
  awaiting: leaveAwaiting,
  paid: takePayment,
  expired: endExpired,
  failed: endFailed,
}

/** Ends a checkout session that was reported as expired. One response is not proof; ending it makes it true. */
async function endExpired(cx: Context, purchase: Purchase): Promise<void> {
  if (isUnderWay(purchase)) await endAtProcessor(cx, purchase)
}

/** Asks a second time, since one response is not proof that a payment has failed. */
async function endFailed(cx: Context, purchase: Purchase): Promise<void> {
  if (!isUnderWay(purchase)) return
  if (judgeCheckoutSession(await getCheckoutSession(cx, purchase)) !== "failed") throw contradiction()
  await endUnpaid(cx, purchase, "fail")
}

const isUnderWay = ({ state }: Purchase) => state === "open" || state === "pending_async"

/** Leaves a checkout open while the buyer has time. After that, ends the checkout session if the processor has not. */
async function leaveOpen(cx: Context, purchase: Purchase, checkoutSession: CheckoutSession): Promise<void> {
  if (purchase.state === "open" && checkoutSession.expiresAt <= cx.now()) await endAtProcessor(cx, purchase)
  else await touch(cx, purchase)
}

async function leaveAwaiting(cx: Context, purchase: Purchase): Promise<void> {
  const { id, workspace_id } = purchase
  const moved = await cx.atomically((cx) => transition(cx, "awaitBank", { id, workspace_id }))
  if (!moved) await touch(cx, purchase)
}

/** Marks it as polled, so that the reconciler takes others first. Writes rarely, since pages poll. */
async function touch(cx: Context, purchase: Purchase): Promise<void> {
  if (cx.now() - purchase.updated_at >= 60_000) await cx.atomically((cx) => touchPurchase(cx, purchase))
}

async function takePayment(cx: Context, purchase: Purchase, checkoutSession: CheckoutSession): Promise<void> {
  await recordPayment(cx, purchase, checkoutSession)
  await recordRefunds(cx, purchase, checkoutSession) // first: a refunded purchase must not be delivered
  await fulfilPurchase(cx, purchase)
}

/** Ends a purchase that can no longer be paid. It is asked again later, since a payment may have been under way. */
async function endUnpaid(cx: Context, purchase: Purchase, by: "expire" | "fail"): Promise<void> {
  const { id, workspace_id } = purchase
  await atomicallyForOffer(cx, { purchase }, async (cx) => {
    // The takeover ends this purchase and gets its holds. If the takeover fails, the reconciler tries again.
    if (await isBeingTakenOver(cx, purchase)) return
    if (by === "fail" && (await transition(cx, "failDebit", { id, workspace_id }))) return
    await transition(cx, by, { id, workspace_id })
  })
}

/** Ends a checkout session at the processor; our row stays. Throws `upstream_error` when two responses differ. */
export async function endCheckoutSession(cx: Context, purchase: Purchase): Promise<CheckoutSession> {
  const processorAccount = await processorAccountOf(cx, purchase)
  const ended = await asking(cx, processorAccount, () =>
    cx.payments.expireCheckoutSession(processorAccount, purchase.checkout_session_id ?? ""),
  )
  const checkoutSession = await getCheckoutSession(cx, purchase)
  const answered = await takeAnswer(cx, purchase, { processorAccount, checkoutSession: ended })
  if (judgeCheckoutSession(checkoutSession) !== judgeCheckoutSession(answered)) throw contradiction()
  return checkoutSession
}

async function endAtProcessor(cx: Context, purchase: Purchase): Promise<void> {
  const checkoutSession = await endCheckoutSession(cx, purchase)
  const verdict = judgeCheckoutSession(checkoutSession)
  const ending = endingOf[verdict]
  if (ending) {
    await forgetDoubt(cx, purchase, verdict)
    await endUnpaid(cx, purchase, ending)
  } else if (verdict !== "open") {
    await applyCheckoutSession(cx, purchase, checkoutSession)
  }
}

const contradiction = () => processorFailed(new Error("The processor gave two answers that contradict each other."))

/** Ends a checkout whose response was lost. Only an open checkout session can be ended, so it is opened again. */
async function abandonPurchase(cx: Context, purchase: Purchase): Promise<void> {
  if (await openCheckoutSession(cx, purchase)) await endAtProcessor(cx, await readPurchase(cx, purchase.id))
}

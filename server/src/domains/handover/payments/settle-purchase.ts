import type { Context } from "#access/context.ts"
import type { CheckoutSession } from "#adapters/payments/port.ts"
import { ServiceError } from "#kernel/error.ts"
import { atRest } from "../purchase-states.ts"
import {
  findPurchase,
  firstLookMs,
  isBeingTakenOver,
  movePurchase,
  nextLook,
  type Purchase,
  readPurchase,
  updatePurchase,
} from "../purchases/index.ts"
import { askSession, takeAnswer } from "./ask-session.ts"
import { fulfilPurchase } from "./fulfil-purchase.ts"
import { endingOf, judgeSession, type Verdict } from "./judge-session.ts"
import { openSession } from "./open-session.ts"
import { accountOf, asking, processorFailed } from "./processor.ts"
import { endDoubt, endLateDoubt, planLook } from "./reconcile-store.ts"
import { recordPayment } from "./record-payment.ts"
import { recordRefunds } from "./record-refunds.ts"
import { releaseHolds } from "./release-holds.ts"

/**
 * Asks the processor about one purchase and brings it up to date: the one way on for verify, webhooks and the
 * reconciler. It runs any number of times, at once, with one effect.
 */
export async function settlePurchase(cx: Context, { purchaseId }: { purchaseId: string }): Promise<void> {
  const purchase = await findPurchase(cx, purchaseId)
  if (!purchase || purchase.payment_account === null || purchase.settled_outside_at !== null) return
  if (purchase.state === "paid") await fulfilPurchase(cx, purchase.id)
  if (purchase.state === "created") await abandonPurchase(cx, purchase)
  else if (purchase.session_id !== null) await lookAfter(cx, purchase)
}

async function lookAfter(cx: Context, purchase: Purchase): Promise<void> {
  try {
    await applySession(cx, purchase, await askSession(cx, purchase))
  } catch (error) {
    // What is on the list already is asked about at times of its own, not by a job that is tried again and again.
    const isInDoubt = atRest.has(purchase.state) && purchase.unsettled_since !== null
    if (!(isInDoubt || purchase.state === "fulfil_failed") || !(error instanceof ServiceError)) throw error
  }
  const settled = await readPurchase(cx, purchase.id)
  if (settled.look_again_at !== null) {
    await cx.atomically((cx) => planLook(cx, settled.id, nextLook(settled, cx.now())))
  }
}

/** Ends a checkout that shall not be paid any more, unless it has been paid already. */
export async function expireSession(cx: Context, { purchaseId }: { purchaseId: string }): Promise<void> {
  const purchase = await findPurchase(cx, purchaseId)
  if (purchase?.state === "created") await abandonPurchase(cx, purchase)
  if (purchase?.state === "open") await endAtProcessor(cx, purchase)
}

/** Brings a purchase up to what `askSession` answered of its session. Answers the purchase as it then is. */
export async function applySession(cx: Context, purchase: Purchase, session: CheckoutSession): Promise<Purchase> {
  const verdict = judgeSession(session)
  await forgetDoubt(cx, purchase, verdict)
  await steps[verdict](cx, purchase, session)
  return readPurchase(cx, purchase.id)
}

/** An answer that fits ends a doubt that answers before it raised. */
async function forgetDoubt(cx: Context, { id, unsettled_since }: Purchase, verdict: Verdict): Promise<void> {
  if (unsettled_since === null) return
  await cx.atomically((cx) => (verdict === "paid" ? endLateDoubt(cx, id) : endDoubt(cx, id)))
}

type Step = (cx: Context, purchase: Purchase, session: CheckoutSession) => Promise<unknown>

const steps: Record<Verdict, Step> = {
  open: leaveOpen,
  awaiting: leaveAwaiting,
  paid: takePayment,
  expired: endExpired,
  failed: endFailed,
}

/**
 * One answer does not decide that a checkout cannot be paid any more: another one would be begun beside it. It is
 * ended, which is true afterwards.
 */
async function endExpired(cx: Context, purchase: Purchase): Promise<void> {
  if (isUnderWay(purchase)) await endAtProcessor(cx, purchase)
}

/** Nor does one decide that a payment has failed: it is asked for a second time. */
async function endFailed(cx: Context, purchase: Purchase): Promise<void> {
  if (!isUnderWay(purchase)) return
  if (judgeSession(await askSession(cx, purchase)) !== "failed") throw contradiction()
  await endUnpaid(cx, purchase.id, "fail")
}

const isUnderWay = ({ state }: Purchase) => state === "open" || state === "pending_async"

/** A buyer still has time; after that the session is ended, should the processor not have done so. */
async function leaveOpen(cx: Context, purchase: Purchase, session: CheckoutSession): Promise<void> {
  if (purchase.state === "open" && session.expiresAt <= cx.now()) await endAtProcessor(cx, purchase)
  else await touch(cx, purchase)
}

/** A delayed method is on its way; that takes days. */
async function leaveAwaiting(cx: Context, purchase: Purchase): Promise<void> {
  const moved = await cx.atomically((cx) => movePurchase(cx, purchase.id, { by: "awaitBank" }))
  if (!moved) await touch(cx, purchase)
}

/** Notes that it was looked at, so that the reconciler takes others first; a page that polls costs no write. */
async function touch(cx: Context, { id, updated_at }: Purchase): Promise<void> {
  if (cx.now() - updated_at >= 60_000) await cx.atomically((cx) => updatePurchase(cx, id, {}))
}

async function takePayment(cx: Context, purchase: Purchase, session: CheckoutSession): Promise<void> {
  await recordPayment(cx, purchase, session)
  await recordRefunds(cx, purchase, session) // first: what has been paid back must not be handed over
  await fulfilPurchase(cx, purchase.id)
}

/**
 * Only after the processor's word that it cannot be paid any more are the unit and the gift given back. It is asked
 * again later: a payment may have been on its way.
 */
async function endUnpaid(cx: Context, id: string, by: "expire" | "fail"): Promise<void> {
  await cx.atomically(async (cx) => {
    // Who takes it over ends it, and gets what it holds; should that fail, the reconciler comes back.
    if (await isBeingTakenOver(cx, id)) return
    const ended = await movePurchase(cx, id, { by, set: { look_again_at: cx.now() + firstLookMs } })
    if (ended) await releaseHolds(cx, ended)
  })
}

/**
 * Has the processor end the session of a purchase, asks how it ended, and answers that; our row stays as it is.
 *
 * @throws ServiceError `upstream_error` when the processor does not answer as it should, or not the same twice.
 */
export async function endSession(cx: Context, purchase: Purchase): Promise<CheckoutSession> {
  const account = await accountOf(cx, purchase)
  const ended = await asking(() => cx.payments.expireSession(account, purchase.session_id ?? ""))
  const session = await askSession(cx, purchase)
  const answered = await takeAnswer(cx, purchase, { account, session: ended })
  if (judgeSession(session) !== judgeSession(answered)) throw contradiction()
  return session
}

async function endAtProcessor(cx: Context, purchase: Purchase): Promise<void> {
  const session = await endSession(cx, purchase)
  const verdict = judgeSession(session)
  const ending = endingOf[verdict]
  if (ending) {
    await forgetDoubt(cx, purchase, verdict)
    await endUnpaid(cx, purchase.id, ending)
  } else if (verdict !== "open") {
    await applySession(cx, purchase, session)
  }
}

const contradiction = () => processorFailed(new Error("The processor gave two answers that contradict each other."))

/** A checkout whose answer got lost, and that nobody came back for: the session is asked for again, to be ended. */
async function abandonPurchase(cx: Context, purchase: Purchase): Promise<void> {
  if (await openSession(cx, purchase)) await endAtProcessor(cx, await readPurchase(cx, purchase.id))
}

import type { Context } from "#access/context.ts"
import { type CheckoutSession, ProcessorError } from "#adapters/payments/port.ts"
import { enqueue } from "#jobs/job-store.ts"
import { ServiceError } from "#kernel/error.ts"
import { hourMs, minuteMs } from "#kernel/time/units.ts"
import { findPaymentAccount, noteProcessorAccountFault } from "../payment-accounts/index.ts"
import {
  announceUnclearMoney,
  asking,
  findUnclearMoney,
  isPaidBack,
  isRefundPending,
  maxRefundTries,
  processorFailed,
  type UnclearMoney,
  updateUnclearMoney,
} from "../payments/index.ts"

/** How long to wait before the next check, after a try and while a bank has the money. */
const pauseMs = { tried: 15 * minuteMs, refundPending: 6 * hourMs }

/** Refunds a checkout session that cannot be delivered. Repeats until the money is back, or people must be asked. */
export async function refundUnclearMoney(cx: Context, { unclearId }: { unclearId: string }): Promise<void> {
  const entry = await findUnclearMoney(cx, unclearId)
  if (!entry || entry.settled_at !== null || entry.decision !== "refund") return
  try {
    const checkoutSession = await ask(cx, entry)
    if (isPaidBack(checkoutSession)) return await settle(cx, entry)
    if (isRefundPending(checkoutSession)) return await comeBack(cx, entry, pauseMs.refundPending)
    if (entry.refund_tries >= maxRefundTries) return await giveUp(cx, entry)
    await payBack(cx, entry, checkoutSession)
    const after = await ask(cx, entry)
    if (isPaidBack(after)) return await settle(cx, entry)
    if (!isRefundPending(after)) await countTry(cx, entry)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    cx.log.warn({ unclearId }, "A payment that cannot be delivered was not refunded yet.")
  }
  await comeBack(cx, entry, pauseMs.tried)
}

async function comeBack(cx: Context, { id }: UnclearMoney, afterMs: number): Promise<void> {
  const options = { runAt: cx.now() + afterMs, dedupeKey: `refund:${id}` }
  await cx.atomically((cx) => enqueue(cx, "refund-unclear-money", { payload: { unclearId: id }, ...options }))
}

async function ask(cx: Context, entry: UnclearMoney): Promise<CheckoutSession> {
  const processorAccount = await processorAccountOf(cx, entry)
  const checkoutSession = await asking(cx, processorAccount, () =>
    cx.payments.findCheckoutSession(processorAccount, entry.checkout_session_id),
  )
  if (!checkoutSession || checkoutSession.id !== entry.checkout_session_id)
    throw processorFailed(new Error("The response is about another session."))
  return checkoutSession
}

async function processorAccountOf(cx: Context, { processor_account }: UnclearMoney) {
  const processorAccount = await findPaymentAccount(cx, processor_account)
  if (!processorAccount) throw new Error("The processor account of a payment does not exist.")
  return processorAccount
}

async function payBack(cx: Context, entry: UnclearMoney, { paymentId }: CheckoutSession): Promise<void> {
  if (paymentId !== entry.payment_id) throw processorFailed(new Error("The session has another charge than before."))
  const idempotencyKey = `${entry.id}:refund:${entry.decided_at}:${entry.refund_tries}`
  try {
    await cx.payments.refund(await processorAccountOf(cx, entry), { paymentId: paymentId ?? "", idempotencyKey })
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    await noteProcessorAccountFault(cx, entry.processor_account, error)
    if (error.outcome === "refused" || error.outcome === "failed") await countTry(cx, entry)
    throw processorFailed(error)
  }
}

async function countTry(cx: Context, { id, refund_tries }: UnclearMoney): Promise<void> {
  await cx.atomically((cx) => updateUnclearMoney(cx, id, { refund_tries: refund_tries + 1 }))
}

async function settle(cx: Context, { id }: UnclearMoney): Promise<void> {
  await cx.atomically((cx) => updateUnclearMoney(cx, id, { settled_at: cx.now(), settled_as: "refunded" }))
}

async function giveUp(cx: Context, { id }: UnclearMoney): Promise<void> {
  const reason = "The refund failed. Pay the buyer another way."
  const open = { decision: null, seller_mailed_at: null, operator_mailed_at: null }
  await cx.atomically(async (cx) => {
    const entry = await updateUnclearMoney(cx, id, { reason, ...open })
    if (entry) await announceUnclearMoney(cx, entry)
  })
  cx.log.error({ unclearId: id }, "A refund was given up; the buyer must be paid in another way.")
}

import type { Context } from "#access/context.ts"
import { faultFields } from "#kernel/fault-text.ts"
import { dayMs, minuteMs } from "#kernel/time/units.ts"
import {
  enqueueEvents,
  extendOrEndLease,
  findNextDue,
  listDueEvents,
  markApplied,
  type PaymentEventRow,
  planEvent,
  takeLease,
} from "../events/index.ts"
import { settlePurchase } from "../payments/index.ts"
import { findPurchaseBy, type Purchase } from "../purchases/index.ts"

/** How many events of a processor account one job applies before other accounts get the lane. */
const atOnce = 20

/** The lease for one event. The processor is asked a few times, for at most 25 seconds each time. */
const leaseMs = 3 * minuteMs

/**
 * Handles a processor account's due events one by one, in one slot of the lane. An event is only a hint to ask the
 * processor, whose response decides, so the order of events does not matter.
 */
export async function applyPaymentEvents(cx: Context, { processorAccount }: { processorAccount: string }) {
  const until = () => cx.now() + leaseMs
  if (!(await cx.atomically((cx) => takeLease(cx, processorAccount, until())))) {
    return cx.atomically((cx) => enqueueEvents(cx, processorAccount, until()))
  }
  for (const event of await listDueEvents(cx, processorAccount, atOnce)) {
    await cx.atomically((cx) => extendOrEndLease(cx, processorAccount, until()))
    await apply(cx, event)
  }
  await cx.atomically(async (cx) => {
    await extendOrEndLease(cx, processorAccount, null)
    const next = await findNextDue(cx, processorAccount)
    if (next !== undefined) await enqueueEvents(cx, processorAccount, Math.max(next, cx.now()))
  })
}

async function apply(cx: Context, event: PaymentEventRow): Promise<void> {
  const purchase = await findPurchaseOf(cx, event)
  if (!purchase) return waitForPurchase(cx, event)
  try {
    await settlePurchase(cx, { purchaseId: purchase.id })
  } catch (error) {
    const { processor_account, event_id, tries } = event
    cx.log.warn(
      { account: processor_account, eventId: event_id, tries, ...faultFields(error) },
      "An event was not applied and will be retried.",
    )
    const due_at = cx.now() + Math.min(5_000 * 2 ** tries, 6 * 60 * minuteMs)
    return cx.atomically((cx) => planEvent(cx, event, { due_at, tries: tries + 1 }))
  }
  await cx.atomically((cx) => markApplied(cx, event))
}

async function findPurchaseOf(
  cx: Context,
  { processor_account, read }: PaymentEventRow,
): Promise<Purchase | undefined> {
  if (read.kind === "other") return undefined
  const purchase =
    read.kind === "checkout-session"
      ? await findPurchaseBy(cx, { checkout_session_id: read.checkoutSessionId })
      : await findPurchaseBy(cx, { payment_id: read.paymentId })
  return purchase?.processor_account === processor_account ? purchase : undefined
}

/**
 * Retries an event that came before our record of the checkout session or charge; each wait is as long as all waits
 * before. After a day it counts as another sale on the processor account. A payment recorded later makes it due again.
 */
async function waitForPurchase(cx: Context, event: PaymentEventRow): Promise<void> {
  const waitedMs = cx.now() - event.received_at
  const due_at = waitedMs > dayMs ? null : cx.now() + Math.max(minuteMs, waitedMs)
  await cx.atomically((cx) => planEvent(cx, event, { due_at, tries: event.tries }))
}

import type { Context, Inside } from "#access/context.ts"
import type { Dispute } from "#adapters/payments/port.ts"
import { enqueue } from "#jobs/job-store.ts"
import { atomicallyForOffer } from "../offers/index.ts"
import {
  findPurchase,
  firstPollMs,
  listDisputeRows,
  type Purchase,
  recordDisputes,
  recordStanding,
  standingOf,
  tellSeller,
  updatePurchase,
} from "../purchases/index.ts"
import { fulfilPurchase } from "./fulfil-purchase.ts"
import { asking, processorAccountOf, processorFailed } from "./processor.ts"
import { endLost, restoreWon, suspendDelivery } from "./suspend-delivery.ts"

/**
 * Records the disputes of a purchase's charge and updates the delivery: suspended while money is at stake, ended when
 * the bank takes it, and restored when that is reversed.
 * @throws ServiceError `upstream_error` when the processor does not respond, or two responses differ.
 */
export async function applyDisputes(cx: Context, purchaseId: string): Promise<void> {
  const purchase = await findPurchase(cx, purchaseId)
  if (!purchase?.payment_id || purchase.settled_outside_at !== null) return
  const askedAt = cx.now()
  const disputes = await askTwice(cx, purchase)
  if (disputes.length === 0 && purchase.dispute === null) return
  const isWonBack = await atomicallyForOffer(cx, { purchase }, async (cx) => {
    const before = await listDisputeRows(cx, purchase)
    await recordDisputes(cx, purchase, { disputes, askedAt })
    const after = await listDisputeRows(cx, purchase)
    const known = new Set(before.filter(({ state }) => state === "inquiry").map(({ processor_id }) => processor_id))
    for (const { processor_id, state } of after) {
      if (state === "inquiry" && !known.has(processor_id)) await tellSeller(cx, purchase, "inquired")
    }
    const changed = await recordStanding(cx, purchase, standingOf(after))
    return changed && (await follow(cx, changed))
  })
  if (isWonBack) await fulfilPurchase(cx, purchase)
}

/** Lists the disputes. A change needs two responses that agree. */
async function askTwice(cx: Context, purchase: Purchase): Promise<Dispute[]> {
  const processorAccount = await processorAccountOf(cx, purchase)
  const ask = () =>
    asking(cx, processorAccount, () => cx.payments.listDisputes(processorAccount, purchase.payment_id ?? ""))
  const disputes = await ask()
  if (standingOf(disputes) === purchase.dispute) return disputes
  const again = await ask()
  if (standingOf(again) === standingOf(disputes)) return again
  throw processorFailed(new Error("Two answers about the disputes of a charge differ."))
}

async function follow(cx: Inside, purchase: Purchase): Promise<boolean> {
  const { dispute } = purchase
  if (dispute === "lost") await endLost(cx, purchase)
  else if (dispute === "open") {
    await suspendDelivery(cx, purchase)
    await tellSeller(cx, purchase, "disputed")
  } else await restoreWon(cx, purchase)
  const { state } = await updatePurchase(cx, purchase, { poll_at: cx.now() + firstPollMs })
  if (state === "refunding" && dispute !== "open") await refundNow(cx, purchase)
  return state === "paid" && dispute !== "open"
}

/** Refunds that failed during the dispute may succeed now. */
async function refundNow(cx: Inside, purchase: Purchase): Promise<void> {
  const { id } = purchase
  await updatePurchase(cx, purchase, { refund_tries: 0 })
  await enqueue(cx, "refund-purchase", { payload: { purchaseId: id }, dedupeKey: `refund:${id}` })
}

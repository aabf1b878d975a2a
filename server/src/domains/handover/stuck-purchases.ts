import type { Context } from "#kernel/context.ts"
import { enqueue } from "#kernel/job-store.ts"
import type { PurchaseState } from "./purchase-states.ts"
import { listStuckPurchases } from "./purchase-store.ts"

const minuteMs = 60_000

/** A checkout whose session was never recorded is given up after this long; until then its client may try again. */
export const abandonedAfterMs = 14 * minuteMs

/** How long a purchase may rest in a state before the reconciler looks after it, and what it does then. */
const patience: { state: PurchaseState; afterMs: number; job: "settle-purchase" | "refund-purchase" }[] = [
  { state: "created", afterMs: abandonedAfterMs, job: "settle-purchase" },
  { state: "open", afterMs: 5 * minuteMs, job: "settle-purchase" },
  { state: "pending_async", afterMs: 60 * minuteMs, job: "settle-purchase" },
  { state: "paid", afterMs: minuteMs, job: "settle-purchase" },
  { state: "refunding", afterMs: 5 * minuteMs, job: "refund-purchase" },
]

/**
 * The reconciler's look around: finds purchases that are stuck on their way, because a webhook was lost, a buyer went
 * away or a server was killed, and has each looked after. Answers how many it found.
 */
export async function enqueueStuckPurchases(cx: Context): Promise<number> {
  let found = 0
  for (const { state, afterMs, job } of patience) {
    const stuck = await listStuckPurchases(cx, state, cx.now() - afterMs)
    found += stuck.length
    await cx.atomically(async (cx) => {
      for (const { id } of stuck) await enqueue(cx, job, { purchaseId: id }, { dedupeKey: `${dedupe[job]}:${id}` })
    })
  }
  return found
}

const dedupe = { "settle-purchase": "settle", "refund-purchase": "refund" } as const

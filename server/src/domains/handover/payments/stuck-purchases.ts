import type { Context, Inside } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { PurchaseState } from "../purchase-states.ts"
import { takeDueLooks, takeStuckPurchases } from "./reconcile-store.ts"

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

/** When a purchase that has ended is looked at again should the look that is due not come to its end. */
const unansweredMs = 60 * minuteMs

/**
 * The reconciler's look around: finds purchases that are stuck on their way, because a webhook was lost, a buyer went
 * away, a server was killed or the processor's answer did not fit, and those that have ended and may hold money all the
 * same, and has each looked after. Answers how many it found.
 */
export async function enqueueStuckPurchases(cx: Context): Promise<number> {
  let found = 0
  for (const { state, afterMs, job } of patience) {
    found += await enqueueAll(cx, job, (cx) => takeStuckPurchases(cx, state, cx.now() - afterMs))
  }
  return found + (await enqueueAll(cx, "settle-purchase", (cx) => takeDueLooks(cx, cx.now() + unansweredMs)))
}

async function enqueueAll(
  cx: Context,
  job: keyof typeof dedupe,
  take: (cx: Inside) => Promise<{ id: string }[]>,
): Promise<number> {
  return cx.atomically(async (cx) => {
    const stuck = await take(cx)
    for (const { id } of stuck)
      await enqueue(cx, job, { payload: { purchaseId: id }, dedupeKey: `${dedupe[job]}:${id}` })
    return stuck.length
  })
}

const dedupe = { "settle-purchase": "settle", "refund-purchase": "refund" } as const

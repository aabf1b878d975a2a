import type { Context, Inside } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import { minuteMs } from "#kernel/time/units.ts"
import type { PurchaseState } from "../purchase-states.ts"
import { takeDuePolls, takeStuckPurchases } from "./reconcile-store.ts"

/** A checkout without a recorded checkout session is given up after this time. Until then its client may try again. */
export const abandonedAfterMs = 14 * minuteMs

/** How long a purchase may stay in a state before the reconciler handles it, and with which job. */
const patience: { state: PurchaseState; afterMs: number; job: "settle-purchase" | "refund-purchase" }[] = [
  { state: "created", afterMs: abandonedAfterMs, job: "settle-purchase" },
  { state: "open", afterMs: 5 * minuteMs, job: "settle-purchase" },
  { state: "pending_async", afterMs: 60 * minuteMs, job: "settle-purchase" },
  { state: "paid", afterMs: minuteMs, job: "settle-purchase" },
  { state: "refunding", afterMs: 5 * minuteMs, job: "refund-purchase" },
]

/** When an ended purchase is checked again if the due check fails. */
const unansweredMs = 60 * minuteMs

/**
 * Enqueues a job for each purchase that is stuck: a webhook was lost, a buyer left, a server was killed, or the
 * processor's response did not fit. Also finds ended purchases that may still hold money.
 */
export async function enqueueStuckPurchases(cx: Context): Promise<void> {
  for (const { state, afterMs, job } of patience) {
    await enqueueAll(cx, job, (cx) => takeStuckPurchases(cx, state, cx.now() - afterMs))
  }
  await enqueueAll(cx, "settle-purchase", (cx) => takeDuePolls(cx, cx.now() + unansweredMs))
}

async function enqueueAll(cx: Context, job: keyof typeof dedupe, take: (cx: Inside) => Promise<{ id: string }[]>) {
  await cx.atomically(async (cx) => {
    for (const { id } of await take(cx))
      await enqueue(cx, job, { payload: { purchaseId: id }, dedupeKey: `${dedupe[job]}:${id}` })
  })
}

const dedupe = { "settle-purchase": "settle", "refund-purchase": "refund" } as const

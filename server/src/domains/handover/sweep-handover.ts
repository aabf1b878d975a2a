import type { Context } from "#access/context.ts"
import { inBatches } from "#access/in-batches.ts"
import { sweepOldest } from "#access/sweep-store.ts"
import { dayMs } from "#kernel/time/units.ts"
import { removeEvents, removeUnpaid } from "./sweep-handover-store.ts"

/** Longer than any payment method takes, and than a processor repeats a webhook. */
const unpaidMs = 90 * dayMs
const eventMs = 90 * dayMs
/** Longer than a job is retried. */
const noticeMs = 7 * dayMs

export async function sweepHandover(cx: Context): Promise<void> {
  const now = cx.now()
  for (const state of ["expired", "failed"] as const) {
    await inBatches(cx, (cx, limit) => removeUnpaid(cx, { state, before: now - unpaidMs, limit }))
  }
  await inBatches(cx, (cx, limit) => removeEvents(cx, now - eventMs, limit))
  await sweepOldest(cx, { table: "sale_notices", key: "purchase_id", time: "created_at" }, now - noticeMs)
}

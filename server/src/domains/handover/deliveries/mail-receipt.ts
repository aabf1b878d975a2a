import type { Context } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { hourMs } from "#kernel/time/units.ts"
import { mailBuyer } from "../purchases/index.ts"
import { listUnmailed } from "./delivery-store.ts"
import { sendToBuyer } from "./send-to-buyer.ts"

/** Mails the receipt, or that it was refunded meanwhile. A retry sends the same message under the same id. */
export async function mailReceipt(cx: Context, payload: JobPayloads["mail-receipt"]): Promise<void> {
  const { purchaseId, resend, refundedCents, at } = payload
  const isPart = refundedCents !== undefined
  const number = refundedCents ?? resend
  const id = (about: string) => `receipt-${purchaseId}-${about}-${number}${at === undefined ? "" : `-${at}`}`
  const occasion = isPart ? "part-refund" : resend === 0 ? "change" : "receipt"
  const waitMs = await sendToBuyer(cx, { kind: "mail-receipt", purchaseId, occasion, id })
  if (waitMs === 0) return
  const which = isPart
    ? `part-refund:${purchaseId}:${number}`
    : `receipt:${purchaseId}${resend === 0 ? "" : `:${resend}`}`
  await cx.atomically((cx) => enqueue(cx, "mail-receipt", { payload, runAt: cx.now() + waitMs, dedupeKey: which }))
}

/** Mails that a refund started, a day later, unless it is done by then: a refund that is done has a mail of its own. */
export async function mailSlowRefund(cx: Context, payload: JobPayloads["mail-slow-refund"]): Promise<void> {
  const { purchaseId } = payload
  const id = (about: string) => `receipt-${purchaseId}-${about}-0`
  const waitMs = await sendToBuyer(cx, { kind: "mail-slow-refund", purchaseId, occasion: "slow-refund", id })
  if (waitMs === 0) return
  const later = { runAt: cx.now() + waitMs, dedupeKey: `slow-refund:${purchaseId}` }
  await cx.atomically((cx) => enqueue(cx, "mail-slow-refund", { payload, ...later }))
}

const atOnce = 500

/** Enqueues receipts for buyers who were never mailed, because the job was given up or is gone. */
export async function mailForgottenReceipts(cx: Context): Promise<void> {
  const delivered = { from: cx.now() - 30 * 24 * hourMs, to: cx.now() - hourMs }
  for (let afterId = ""; ; ) {
    const unmailed = await listUnmailed(cx, { ...delivered, afterId, limit: atOnce })
    await cx.atomically(async (cx) => {
      for (const purchase of unmailed) await mailBuyer(cx, purchase)
    })
    const last = unmailed[atOnce - 1]
    if (!last) return
    afterId = last.id
  }
}

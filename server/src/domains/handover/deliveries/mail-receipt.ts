import type { Context } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { sendToBuyer } from "./send-to-buyer.ts"

/**
 * Mails the buyer a purchase's receipt with the delivery link, or a notice if it was refunded meanwhile. A second run
 * sends the same message under the same id.
 */
export async function mailReceipt(cx: Context, payload: JobPayloads["mail-receipt"]): Promise<void> {
  const { purchaseId, resend } = payload
  const id = (about: string) => `receipt-${purchaseId}-${about}-${resend}`
  const waitMs = await sendToBuyer(cx, { purchaseId, occasion: "receipt", id })
  if (waitMs === 0) return
  const later = { runAt: cx.now() + waitMs, dedupeKey: `receipt:${purchaseId}:${resend}` }
  await cx.atomically((cx) => enqueue(cx, "mail-receipt", { payload, ...later }))
}

import type { Context } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { sendToBuyer } from "./send-to-buyer.ts"

/**
 * Mails a purchase's receipt with its delivery link to the buyer, or, when it has been refunded meanwhile, that. A
 * second run sends the same message under the same id.
 */
export async function mailReceipt(cx: Context, payload: JobPayloads["mail-receipt"]): Promise<void> {
  const { purchaseId, resend } = payload
  const id = (about: string) => `receipt-${purchaseId}-${about}-${resend}`
  const waitMs = await sendToBuyer(cx, { purchaseId, occasion: "receipt", id })
  if (waitMs === 0) return
  const later = { runAt: cx.now() + waitMs, dedupeKey: `receipt:${purchaseId}:${resend}` }
  await cx.atomically((cx) => enqueue(cx, "mail-receipt", { payload, ...later }))
}

import type { Inside } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import { listOpenRivals } from "./open-checkout-store.ts"
import type { Purchase } from "./purchase-store.ts"

/**
 * What follows when a purchase is complete, in the transaction that completed it: the mails to buyer and seller, and
 * the end of other checkouts that the same address has open for the offer, so that nobody pays twice.
 */
export async function handOver(cx: Inside, purchase: Purchase): Promise<void> {
  await enqueue(cx, "mail-seller", { payload: { purchaseId: purchase.id, event: "sold" } })
  if (purchase.buyer_email === null) return
  await mailBuyer(cx, purchase)
  for (const { id } of await listOpenRivals(cx, purchase)) {
    await enqueue(cx, "expire-session", { payload: { purchaseId: id }, dedupeKey: `expire:${id}` })
  }
}

/** Tells the buyer how the purchase stands when the mail is sent: handed over, or given back. */
export async function mailBuyer(cx: Inside, { id, buyer_email }: Purchase): Promise<void> {
  if (buyer_email === null) return
  await enqueue(cx, "mail-receipt", { payload: { purchaseId: id, resend: 0 }, dedupeKey: `receipt:${id}` })
}

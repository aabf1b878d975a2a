import type { Inside, Person } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import { dayMs } from "#kernel/time/units.ts"
import { listOpenRivals } from "./open-checkout-store.ts"
import type { Purchase } from "./purchase-store.ts"

/**
 * Enqueues what follows a complete purchase, in its transaction: the mail to the buyer, the notices to the seller, and
 * the end of the address's other open checkouts for the offer, so that the buyer cannot pay twice.
 */
export async function handOver(cx: Inside & Partial<Person>, purchase: Purchase): Promise<void> {
  // People are not notified of their own actions. What an agent does with their grant is not their own action.
  const by = cx.grantId === undefined ? (cx.accountId ?? null) : null
  const { id: purchaseId, traceparent } = purchase
  await enqueue(cx, "tell-sale", { payload: { purchaseId, by }, traceparent })
  if (purchase.buyer_email === null) return
  await mailBuyer(cx, purchase, traceparent)
  for (const { id } of await listOpenRivals(cx, purchase)) {
    await enqueue(cx, "expire-session", { payload: { purchaseId: id }, dedupeKey: `expire:${id}` })
  }
}

/** Enqueues a mail to the buyer that a part of the payment, `refundedCents` in all, was refunded. */
export async function mailPartRefund(
  cx: Inside,
  { id, buyer_email }: Pick<Purchase, "id" | "buyer_email">,
  refundedCents: number,
): Promise<void> {
  if (buyer_email === null) return
  const payload = { purchaseId: id, resend: 0, refundedCents }
  await enqueue(cx, "mail-receipt", { payload, dedupeKey: `part-refund:${id}:${refundedCents}` })
}

/**
 * Enqueues a mail to the buyer about the purchase's state at the time it is sent: delivered, on its way, or refunded. It is part of
 * the trace `traceparent`, or by default of the current one.
 */
export async function mailBuyer(
  cx: Inside,
  { id, buyer_email }: Pick<Purchase, "id" | "buyer_email">,
  traceparent: string | null = null,
): Promise<void> {
  if (buyer_email === null) return
  const payload = { purchaseId: id, resend: 0, at: cx.now() }
  await enqueue(cx, "mail-receipt", { payload, dedupeKey: `receipt:${id}`, traceparent })
}

export async function mailIfSlow(cx: Inside, { id, buyer_email }: Pick<Purchase, "id" | "buyer_email">): Promise<void> {
  if (buyer_email === null) return
  const inADay = { runAt: cx.now() + dayMs, dedupeKey: `slow-refund:${id}` }
  await enqueue(cx, "mail-slow-refund", { payload: { purchaseId: id }, ...inADay })
}

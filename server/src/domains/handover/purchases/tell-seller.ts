import type { Inside } from "#access/context.ts"
import { formatAmount } from "#contract/currencies.ts"
import { notify } from "#domains/notifications/index.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { readSnapshot } from "../offers/index.ts"
import type { Purchase } from "./purchase-store.ts"

type Event = JobPayloads["mail-seller"]["event"]

/** Notifies the seller of an event, by mail and in the notifications, in the transaction of the event. */
export async function tellSeller(cx: Inside, purchase: Purchase, event: Exclude<Event, "sold">): Promise<void> {
  await enqueue(cx, "mail-seller", { payload: { purchaseId: purchase.id, event } })
  await notifySeller(cx, purchase, { event, ...(event === "refunded" && { by: [purchase.refund_started_by] }) })
}

/** The accounts `by` caused the event, and are not notified. */
export async function notifySeller(
  cx: Inside,
  purchase: Purchase,
  { event, ...who }: { event: Event; by?: (string | null)[] },
): Promise<void> {
  const { id, workspace_id: workspaceId, charged_cents, currency } = purchase
  const amount = charged_cents > 0 ? formatAmount(charged_cents, currency) : ""
  await notify(cx, {
    ...{ workspaceId, what: event, thing: id },
    words: [readSnapshot(purchase.snapshot).title, amount],
    ...who,
  })
}

import type { Inside } from "#access/context.ts"
import { formatAmount } from "#contract/currencies.ts"
import { notify } from "#domains/notifications/index.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { readSnapshot } from "../offers/index.ts"
import type { Purchase } from "./purchase-store.ts"

type Event = JobPayloads["mail-seller"]["event"]

/** Tells those who sell what happened to a purchase, in the transaction of it: by mail, and in their notifications. */
export async function tellSeller(cx: Inside, purchase: Purchase, event: Exclude<Event, "sold">): Promise<void> {
  await enqueue(cx, "mail-seller", { payload: { purchaseId: purchase.id, event } })
  await notifySeller(cx, purchase, { event, ...(event === "refunded" && { by: [purchase.refund_started_by] }) })
}

/** Lists what happened to a purchase in the notifications of those who sell; `by` are accounts that did it themselves. */
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

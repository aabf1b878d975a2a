import type { Inside } from "#access/context.ts"
import { notify } from "#domains/notifications/index.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { formatAmount } from "../currencies.ts"
import { readSnapshot } from "../offers/index.ts"
import type { Purchase } from "./purchase-store.ts"

/** Tells those who sell what happened to a purchase, in the transaction of it: by mail, and in their notifications. */
export async function tellSeller(
  cx: Inside,
  purchase: Purchase,
  event: JobPayloads["mail-seller"]["event"],
): Promise<void> {
  const { id, workspace_id: workspaceId, charged_cents, currency, refund_started_by } = purchase
  await enqueue(cx, "mail-seller", { payload: { purchaseId: id, event } })
  const amount = charged_cents > 0 ? formatAmount(charged_cents, currency) : ""
  await notify(cx, {
    ...{ workspaceId, what: event, thing: id },
    words: [readSnapshot(purchase.snapshot).title, amount],
    ...(event === "refunded" && { by: [refund_started_by] }),
  })
}

import type { Inside } from "#access/context.ts"
import { notify } from "#domains/notifications/index.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { Purchase } from "../purchases/index.ts"
import { type Finding, insertUnclearMoney, type UnclearMoney } from "./unclear-money-store.ts"

/** Lists money as unclear, and mails seller and operator. Returns undefined when the entry already exists. */
export async function reportUnclearMoney(cx: Inside, finding: Finding): Promise<UnclearMoney | undefined> {
  const entry = await insertUnclearMoney(cx, finding)
  if (entry && entry.decision === null) await announceUnclearMoney(cx, entry)
  return entry
}

/** Mails the operators and notifies the workspace. Entries that come together share one mail and one notification. */
export async function announceUnclearMoney(cx: Inside, { id, workspace_id }: UnclearMoney): Promise<void> {
  await enqueue(cx, "mail-unclear-money", { payload: { workspaceId: null }, dedupeKey: "unclear:operator" })
  if (workspace_id === null) return
  await enqueue(cx, "mail-unclear-money", {
    payload: { workspaceId: workspace_id },
    dedupeKey: `unclear:${workspace_id}`,
  })
  await notify(cx, { workspaceId: workspace_id, what: "money_unclear", words: [], thing: id })
}

export function reportPurchase(cx: Inside, purchase: Purchase, reason: string): Promise<UnclearMoney | undefined> {
  const { workspace_id, processor_account, checkout_session_id, payment_id, buyer_email, currency } = purchase
  return reportUnclearMoney(cx, {
    workspace_id,
    purchase_id: purchase.id,
    processor_account: processor_account ?? "",
    checkout_session_id: checkout_session_id ?? "",
    payment_id,
    buyer_email,
    amount_cents: purchase.paid_at === null ? purchase.amount_cents : purchase.charged_cents,
    currency,
    reason,
    decision: null,
  })
}

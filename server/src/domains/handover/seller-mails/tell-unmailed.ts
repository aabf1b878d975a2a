import type { Context } from "#access/context.ts"
import { markNotified } from "#domains/mails/index.ts"
import { notify } from "#domains/notifications/index.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { readSnapshot } from "../offers/index.ts"
import { findPurchase } from "../purchases/index.ts"

export async function tellUnmailed(cx: Context, { purchaseId, mailId }: JobPayloads["tell-unmailed"]): Promise<void> {
  const purchase = await findPurchase(cx, purchaseId)
  if (!purchase) return
  const { id: thing, workspace_id: workspaceId } = purchase
  const words = [readSnapshot(purchase.snapshot).title]
  await cx.atomically(async (cx) => {
    if (await markNotified(cx, mailId)) await notify(cx, { workspaceId, what: "buyer_unmailed", words, thing })
  })
}

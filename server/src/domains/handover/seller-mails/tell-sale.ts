import type { Context, Inside } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { hourMs } from "#kernel/time/units.ts"
import {
  collectNotice,
  countSale,
  findPurchase,
  insertNotice,
  notifySeller,
  type Purchase,
} from "../purchases/index.ts"

/** How many sales of a workspace get a mail each before the rest of the hour shares one. */
export const singleMails = 10

/** Notifies the seller of a sale once. A job, since it locks workspace rows: buyers at the checkout must not wait. */
export async function tellSale(cx: Context, { purchaseId, by }: JobPayloads["tell-sale"]): Promise<void> {
  const purchase = await findPurchase(cx, purchaseId)
  if (!purchase) return
  await cx.atomically(async (cx) => {
    const isNew = await insertNotice(cx, { purchase_id: purchaseId, workspace_id: purchase.workspace_id })
    if (!isNew) return
    await notifySeller(cx, purchase, { event: "sold", by: [by] })
    await planMail(cx, purchase)
  })
}

/** The first sales of an hour are mailed one by one; one digest at its end lists the others. */
async function planMail(cx: Inside, purchase: Purchase): Promise<void> {
  const { id, workspace_id: workspaceId } = purchase
  const { startedAt: windowAt, sales } = await countSale(cx, workspaceId, hourMs)
  if (sales <= singleMails) {
    await enqueue(cx, "mail-seller", { payload: { purchaseId: id, event: "sold" } })
    return
  }
  await collectNotice(cx, purchase, windowAt)
  const once = { runAt: windowAt + hourMs, dedupeKey: `mail-sales:${workspaceId}:${windowAt}` }
  await enqueue(cx, "mail-sales", { payload: { workspaceId, windowAt }, ...once })
}

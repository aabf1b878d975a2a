import type { Context, Inside } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import { movePurchase, type Purchase, recordDispute, updatePurchase } from "../purchases/index.ts"
import { endLost, suspendDelivery } from "./suspend-delivery.ts"

type Dispute = NonNullable<Purchase["dispute"]>

/**
 * Records what became of a dispute: an open one suspends the delivery, a won one restores it, a lost one ends it, for
 * the bank has given the money back. Word of an open dispute that comes after its end changes nothing.
 */
export async function applyDispute(cx: Context, id: string, dispute: Dispute): Promise<void> {
  await cx.atomically(async (cx) => {
    if (await recordDispute(cx, id, dispute)) await effects[dispute](cx, id)
  })
}

const effects: Record<Dispute, (cx: Inside, id: string) => Promise<unknown>> = {
  open: async (cx, id) => {
    await suspendDelivery(cx, id)
    await enqueue(cx, "mail-seller", { payload: { purchaseId: id, event: "disputed" } })
  },
  won: async (cx, id) => {
    await movePurchase(cx, id, { by: "winDispute" })
    // What could not be given back while the bank decided can be now.
    const { state } = await updatePurchase(cx, id, { refund_tries: 0 })
    if (state === "refunding")
      await enqueue(cx, "refund-purchase", { payload: { purchaseId: id }, dedupeKey: `refund:${id}` })
  },
  lost: endLost,
}

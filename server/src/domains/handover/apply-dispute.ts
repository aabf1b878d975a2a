import type { Context, Inside } from "#kernel/context.ts"
import { enqueue } from "#kernel/job-store.ts"
import { movePurchase, type Purchase, readPurchase, recordDispute, updatePurchase } from "./purchase-store.ts"
import { endDelivery } from "./request-refund.ts"

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
    await movePurchase(cx, id, { by: "dispute" })
    await enqueue(cx, "mail-seller", { purchaseId: id, event: "disputed" })
  },
  won: (cx, id) => movePurchase(cx, id, { by: "winDispute" }),
  lost: async (cx, id) => {
    await movePurchase(cx, id, { by: "loseDispute" })
    await endDelivery(cx, await readPurchase(cx, id))
    await updatePurchase(cx, id, { owner_key: null, reason: "The buyer's bank took the payment back." })
  },
}

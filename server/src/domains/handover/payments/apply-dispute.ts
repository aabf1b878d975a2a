import type { Context, Inside } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import { atomicallyForOffer } from "../offers/index.ts"
import {
  movePurchase,
  type Purchase,
  readPurchase,
  recordDispute,
  tellSeller,
  updatePurchase,
} from "../purchases/index.ts"
import { endLost, suspendDelivery } from "./suspend-delivery.ts"

type Dispute = NonNullable<Purchase["dispute"]>

/**
 * Records the state of a dispute. An open one suspends the delivery and a won one restores it. A lost one ends it,
 * since the bank has returned the money. An "open" that arrives after the end changes nothing.
 */
export async function applyDispute(cx: Context, id: string, dispute: Dispute): Promise<void> {
  await atomicallyForOffer(cx, { purchaseId: id }, async (cx) => {
    if (await recordDispute(cx, id, dispute)) await effects[dispute](cx, id)
  })
}

const effects: Record<Dispute, (cx: Inside, id: string) => Promise<unknown>> = {
  open: async (cx, id) => {
    await suspendDelivery(cx, id)
    await tellSeller(cx, await readPurchase(cx, id), "disputed")
  },
  won: async (cx, id) => {
    await movePurchase(cx, id, { by: "winDispute" })
    // Refunds that failed during the dispute may succeed now.
    const { state } = await updatePurchase(cx, id, { refund_tries: 0 })
    if (state === "refunding")
      await enqueue(cx, "refund-purchase", { payload: { purchaseId: id }, dedupeKey: `refund:${id}` })
  },
  lost: endLost,
}

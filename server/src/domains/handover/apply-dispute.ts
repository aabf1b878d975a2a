import type { Context, Inside } from "#kernel/context.ts"
import { enqueue } from "#kernel/job-store.ts"
import { firstLookMs } from "./next-look.ts"
import { movePurchase, type Purchase, readPurchase, recordDispute, updatePurchase } from "./purchase-store.ts"
import { releaseHolds } from "./release-holds.ts"
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
    await movePurchase(cx, id, { by: "dispute", set: { look_again_at: cx.now() + firstLookMs } })
    await enqueue(cx, "mail-seller", { purchaseId: id, event: "disputed" })
  },
  won: async (cx, id) => {
    await movePurchase(cx, id, { by: "winDispute" })
    // What could not be given back while the bank decided can be now.
    const { state } = await updatePurchase(cx, id, { refund_tries: 0 })
    if (state === "refunding") await enqueue(cx, "refund-purchase", { purchaseId: id }, { dedupeKey: `refund:${id}` })
  },
  lost: async (cx, id) => {
    const moved = await movePurchase(cx, id, { by: "loseDispute", set: { unsettled_since: null } })
    if (moved?.fulfilled_at === null) await releaseHolds(cx, moved)
    await endDelivery(cx, await readPurchase(cx, id))
    await updatePurchase(cx, id, { owner_key: null, reason: "The buyer's bank took the payment back." })
  },
}

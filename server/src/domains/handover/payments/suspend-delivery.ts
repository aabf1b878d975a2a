import type { Inside } from "#access/context.ts"
import { firstLookMs, movePurchase, readPurchase, updatePurchase } from "../purchases/index.ts"
import { releaseHolds } from "./release-holds.ts"
import { endDelivery } from "./request-refund.ts"

/** Suspends the delivery of a completed purchase while the buyer's bank decides. */
export async function suspendDelivery(cx: Inside, id: string): Promise<void> {
  await movePurchase(cx, id, { by: "dispute", set: { look_again_at: cx.now() + firstLookMs } })
}

/** Ends a purchase whose payment the buyer's bank has taken back, delivered or not. */
export async function endLost(cx: Inside, id: string): Promise<void> {
  const moved = await movePurchase(cx, id, { by: "loseDispute", set: { unsettled_since: null } })
  if (moved?.fulfilled_at === null) await releaseHolds(cx, moved)
  await endDelivery(cx, await readPurchase(cx, id))
  await updatePurchase(cx, id, {
    owner_key: null,
    checkout_key: null,
    reason: "The buyer's bank took the payment back.",
  })
}

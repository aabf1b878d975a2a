import type { Inside } from "#access/context.ts"
import { giftOf, returnGift } from "../gift-codes/index.ts"
import { returnUnit } from "../offers/index.ts"
import { type Purchase, updatePurchase } from "../purchases/index.ts"

/**
 * Returns the unit and the gift that a purchase still holds. Call it only after this transaction has moved the purchase
 * to a state in which it can no longer be paid or is refunded; then the row is locked.
 */
export async function releaseHolds(cx: Inside, purchase: Purchase): Promise<void> {
  if (purchase.unit_taken_at !== null && purchase.unit_released_at === null) {
    await updatePurchase(cx, purchase, { unit_released_at: cx.now() })
    await returnUnit(cx, { id: purchase.offer_id, workspaceId: purchase.workspace_id })
  }
  if (purchase.gift_code_id !== null && (purchase.gift_state === "held" || purchase.gift_state === "spent")) {
    await updatePurchase(cx, purchase, { gift_state: "released" })
    await returnGift(cx, giftOf(purchase.gift_code_id, purchase), { [purchase.gift_state]: purchase.discount_cents })
  }
}

import type { Inside } from "#access/context.ts"
import { returnGift } from "../gift-codes/index.ts"
import { returnUnit } from "../offers/index.ts"
import { type Purchase, updatePurchase } from "../purchases/index.ts"

/**
 * Gives back the unit and the gift that a purchase took, if it still has them. Only for a purchase that this
 * transaction has just moved to a state in which it can no longer be paid, or is paid back: the row is ours.
 */
export async function releaseHolds(cx: Inside, purchase: Purchase): Promise<void> {
  if (purchase.unit_taken_at !== null && purchase.unit_released_at === null) {
    await updatePurchase(cx, purchase.id, { unit_released_at: cx.now() })
    await returnUnit(cx, purchase.offer_id)
  }
  if (purchase.gift_code_id !== null && (purchase.gift_state === "held" || purchase.gift_state === "spent")) {
    await updatePurchase(cx, purchase.id, { gift_state: "released" })
    await returnGift(cx, purchase.gift_code_id, { [purchase.gift_state]: purchase.discount_cents })
  }
}

import type { Inside, Person } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import { giftOf, returnGift, spendHeldGift } from "../gift-codes/index.ts"
import { returnUnit } from "../offers/index.ts"
import {
  announcePurchase,
  effectsOf,
  handOver,
  mailBuyer,
  mailIfSlow,
  movePurchase,
  type Purchase,
  type PurchaseFacts,
  type PurchaseKey,
  type TransitionName,
  tellSeller,
  updatePurchase,
} from "../purchases/index.ts"

/**
 * Moves a purchase along one transition and applies all effects that `purchases/lifecycle.ts` lists for it. Returns
 * undefined, with nothing changed, when its state does not allow the transition.
 * @param facts columns that override those of the table.
 */
export async function transition(
  cx: Inside & Partial<Person>,
  name: TransitionName,
  { id, ...facts }: PurchaseFacts & PurchaseKey,
): Promise<Purchase | undefined> {
  const moved = await movePurchase(cx, name, { id, ...facts })
  if (!moved) return undefined
  const { frees, spends, hands, mails, tells, enqueues, announces } = effectsOf(name)
  if (frees === "what it holds" || (frees && moved.fulfilled_at === null)) await releaseHolds(cx, moved)
  if (spends && moved.gift_code_id !== null)
    await spendHeldGift(cx, giftOf(moved.gift_code_id, moved), moved.discount_cents)
  if (enqueues) await enqueue(cx, enqueues, { payload: { purchaseId: id }, dedupeKey: `refund:${id}` })
  if (hands) await handOver(cx, moved)
  if (mails === "buyer") await mailBuyer(cx, moved)
  else if (mails) await mailIfSlow(cx, moved)
  if (tells) await tellSeller(cx, moved, tells)
  if (announces) announcePurchase(cx, moved, announces)
  return moved
}

/**
 * Returns the unit and the gift that a purchase still holds. Call it only after this transaction has moved the purchase
 * to a state in which it can no longer be paid or is refunded; then the row is locked.
 */
async function releaseHolds(cx: Inside, purchase: Purchase): Promise<void> {
  if (purchase.unit_taken_at !== null && purchase.unit_released_at === null) {
    await updatePurchase(cx, purchase, { unit_released_at: cx.now() })
    await returnUnit(cx, { id: purchase.offer_id, workspaceId: purchase.workspace_id })
  }
  if (purchase.gift_code_id !== null && (purchase.gift_state === "held" || purchase.gift_state === "spent")) {
    await updatePurchase(cx, purchase, { gift_state: "released" })
    await returnGift(cx, giftOf(purchase.gift_code_id, purchase), { [purchase.gift_state]: purchase.discount_cents })
  }
}

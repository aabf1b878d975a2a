import type { Person } from "#access/caller.ts"
import type { Inside } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import { giftOf, spendHeldGift } from "../gift-codes/index.ts"
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
} from "../purchases/index.ts"
import { releaseHolds } from "./release-holds.ts"

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

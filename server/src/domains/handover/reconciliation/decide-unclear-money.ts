import type { Inside } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import { conflict } from "#kernel/error.ts"
import {
  findUnclearMoney,
  type obstacles,
  requestRefund,
  transition,
  tryToFulfil,
  type UnclearMoney,
  updateUnclearMoney,
} from "../payments/index.ts"
import { findPurchase, lockPurchase, type Purchase, updatePurchase } from "../purchases/index.ts"

type Decision = NonNullable<UnclearMoney["decision"]>

/**
 * Decides about an entry's money, once: the first of two decisions counts, and repeating it changes nothing.
 * @throws ServiceError `conflict` when it was decided otherwise, or when the decision cannot be carried out.
 */
export async function decideUnclearMoney(
  cx: Inside,
  { id }: UnclearMoney,
  { decision, note, accountId }: { decision: Decision; note?: string | undefined; accountId: string },
): Promise<UnclearMoney> {
  const entry = (await updateUnclearMoney(cx, id, { id })) ?? (await findUnclearMoney({ db: cx.db, now: cx.now }, id))
  if (entry?.decision === decision) return entry
  // A refund under way must finish first: the money must not be both refunded and settled otherwise.
  if (!entry || entry.settled_at !== null || entry.decision === "refund") throw decidedOtherwise()
  const settled_as = await effects[decision](cx, entry, await purchaseOf(cx, entry))
  const decided = { decision, decided_by: accountId, decided_at: cx.now(), note: note ?? null }
  const settled = settled_as === null ? {} : { settled_as, settled_at: cx.now() }
  return (await updateUnclearMoney(cx, id, { ...decided, ...settled })) ?? entry
}

/** The purchase whose own checkout session the entry is about. Undefined for a second one, which buys nothing. */
async function purchaseOf(cx: Inside, entry: UnclearMoney): Promise<Purchase | undefined> {
  const purchase = entry.purchase_id === null ? undefined : await findPurchase(cx, entry.purchase_id)
  return purchase?.checkout_session_id === entry.checkout_session_id ? purchase : undefined
}

/** Carries out a decision. Returns what happened to the money, or null when that takes time. */
type Effect = (cx: Inside, entry: UnclearMoney, purchase: Purchase | undefined) => Promise<UnclearMoney["settled_as"]>

const effects: Record<Decision, Effect> = { deliver: deliverAnyway, refund: giveBack, outside: leaveAlone }

async function deliverAnyway(cx: Inside, _entry: UnclearMoney, purchase: Purchase | undefined): Promise<"delivered"> {
  const paid = purchase && (await lockPaid(cx, purchase))
  if (!paid) throw cannot("There is nothing to deliver for this payment.")
  const obstacle = await tryToFulfil(cx, paid)
  if (obstacle) throw cannot(cannotDeliver[obstacle])
  return "delivered"
}

async function lockPaid(cx: Inside, { id, workspace_id }: Purchase): Promise<Purchase | undefined> {
  const key = { id, workspace_id }
  return (await lockPurchase(cx, key, "paid")) ?? (await transition(cx, "acceptPayment", key))
}

const cannotDeliver: Record<keyof typeof obstacles, string> = {
  duplicate: "This email already owns the offer.",
  oversold: "The offer is sold out.",
  nothingLeft: "There are no files to deliver.",
  suspended: "The seller's workspace is suspended.",
  giftGone: "The gift code was used for another purchase.",
}

async function giveBack(cx: Inside, entry: UnclearMoney, purchase: Purchase | undefined): Promise<null> {
  if ((purchase ? purchase.payment_id : entry.payment_id) === null) {
    throw cannot("Stripe hasn't reported a payment ID yet.")
  }
  if (!purchase) await refundCheckoutSession(cx, entry)
  else if (purchase.state === "refunding") await refundAgain(cx, purchase)
  else if (!(await requestRefund(cx, purchase, "The payment didn't match the checkout."))) {
    throw cannot("This purchase can't be refunded right now.")
  }
  return null
}

export async function refundCheckoutSession(cx: Inside, { id }: UnclearMoney): Promise<void> {
  await updateUnclearMoney(cx, id, { refund_tries: 0 })
  await enqueue(cx, "refund-unclear-money", { payload: { unclearId: id }, dedupeKey: `refund:${id}` })
}

async function refundAgain(cx: Inside, purchase: Purchase): Promise<void> {
  const { id, attempt } = purchase
  await updatePurchase(cx, purchase, { refund_tries: 0, attempt: attempt + 1 })
  await enqueue(cx, "refund-purchase", { payload: { purchaseId: id }, dedupeKey: `refund:${id}` })
}

/** Stops asking the processor about the purchase. A purchase that was never known to be paid ends unpaid. */
async function leaveAlone(cx: Inside, _entry: UnclearMoney, purchase: Purchase | undefined): Promise<"outside"> {
  if (!purchase) return "outside"
  await transition(cx, "fail", { id: purchase.id, workspace_id: purchase.workspace_id })
  const left = { settled_outside_at: cx.now(), unsettled_since: null, poll_at: null }
  await updatePurchase(cx, purchase, left)
  return "outside"
}

const decidedOtherwise = () =>
  conflict("This payment is already resolved or being refunded.", "Reload the page to see the decision.")

const cannot = (message: string) => conflict(message, "Refund it, or resolve it in Stripe and mark it as resolved.")

import type { UpdateQueryBuilder, UpdateResult } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { comparableEmail } from "#kernel/email-address.ts"
import { isRow } from "#storage/own-row.ts"
import type { Schema } from "#storage/schema.ts"
import { findsRow } from "#storage/whether.ts"
import type { OfferKey } from "../offers/index.ts"
import { atRest, type PurchaseState } from "../purchase-states.ts"
import { notePurchase, type Purchase, type PurchaseFacts, type PurchaseKey, transitions } from "../purchases/index.ts"

const atOnce = 200

/** Claims the oldest purchases in `state` unchanged since `before`. It touches them: the next call returns others. */
export async function takeStuckPurchases(cx: Inside, state: PurchaseState, before: number): Promise<{ id: string }[]> {
  const stuck = await cx.db
    .selectFrom("purchases")
    .select("id")
    .where("state", "=", state)
    .where("updated_at", "<=", before)
    .where("settled_outside_at", "is", null)
    .orderBy("updated_at")
    .limit(atOnce)
    .execute()
  await setWhere(cx, stuck, { updated_at: cx.now() })
  return stuck
}

/** Claims purchases that are due for another poll, and sets the next poll of each to `nextAt`. */
export async function takeDuePolls(cx: Inside, nextAt: number): Promise<{ id: string }[]> {
  const due = await cx.db
    .selectFrom("purchases")
    .select("id")
    .where("poll_at", "<=", cx.now())
    .orderBy("poll_at")
    .limit(atOnce)
    .execute()
  await setWhere(cx, due, { poll_at: nextAt })
  return due
}

async function setWhere(cx: Inside, purchases: readonly { id: string }[], set: PurchaseFacts): Promise<void> {
  if (purchases.length === 0) return
  const ids = purchases.map(({ id }) => id)
  await cx.db.updateTable("purchases").set(set).where("id", "in", ids).execute()
}

export async function planPoll(cx: Inside, key: PurchaseKey, nextAt: number | null): Promise<void> {
  await cx.db.updateTable("purchases").set({ poll_at: nextAt }).where(isRow(key)).execute()
}

const unpaid = transitions.refusePayment.from

/** Records, once, since when the response about an unpaid purchase says "paid" but does not fit. */
export function startDoubt(cx: Inside, key: PurchaseKey, reason: string): Promise<void> {
  return setDoubt(cx, { key, states: unpaid }, { unsettled_since: cx.now(), reason })
}

/** As `startDoubt`, for a completed or refunded purchase, and plans to ask again. */
export function startLateDoubt(cx: Inside, key: PurchaseKey, pollAt: number): Promise<void> {
  return setDoubt(cx, { key, states: [...atRest] }, { unsettled_since: cx.now(), poll_at: pollAt })
}

export function endLateDoubt(cx: Inside, key: PurchaseKey): Promise<void> {
  return setDoubt(cx, { key, states: [...atRest] }, { unsettled_since: null })
}

export function endDoubt(cx: Inside, key: PurchaseKey): Promise<void> {
  return setDoubt(cx, { key, states: unpaid }, { unsettled_since: null, reason: null })
}

/** A doubt that begins leaves one that has begun before as it is. */
function setDoubt(
  cx: Inside,
  { key, states }: { key: PurchaseKey; states: readonly PurchaseState[] },
  set: PurchaseFacts & { unsettled_since: number | null },
): Promise<void> {
  const update = cx.db.updateTable("purchases").set(set).where(isRow(key)).where("state", "in", states)
  return change(cx, set.unsettled_since === null ? update : update.where("unsettled_since", "is", null))
}

async function change(cx: Inside, update: PurchaseUpdate): Promise<void> {
  for (const one of await update.returning("workspace_id").execute()) notePurchase(cx, one)
}

type PurchaseUpdate = UpdateQueryBuilder<Schema, "purchases", "purchases", UpdateResult>

/**
 * Records since when it has been unknown whether an overdue checkout was paid. Covers checkouts that ended by
 * `overSince` and delayed payments begun by `begunBefore`.
 */
export async function startSilence(cx: Inside, overSince: number, begunBefore: number): Promise<void> {
  const update = cx.db
    .updateTable("purchases")
    .set({ unsettled_since: cx.now(), reason: "Stripe hasn't confirmed this payment." })
    .where("unsettled_since", "is", null)
    .where("checkout_session_id", "is not", null)
    .where("settled_outside_at", "is", null)
    .where((row) =>
      row.or([
        row("state", "=", "open").and("checkout_session_expires_at", "<", overSince),
        row("state", "=", "pending_async").and("opened_at", "<", begunBefore),
      ]),
    )
  await change(cx, update)
}

/** Lists purchases whose money has waited since `before` and that have no open entry in the list of unclear money. */
export function listUnreported(cx: Inside, before: number): Promise<Purchase[]> {
  return cx.db
    .selectFrom("purchases")
    .selectAll()
    .where("unsettled_since", "<=", before)
    .where("checkout_session_id", "is not", null)
    .where("settled_outside_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("unclear_money")
            .select("unclear_money.id")
            .whereRef("unclear_money.purchase_id", "=", "purchases.id")
            .whereRef("unclear_money.checkout_session_id", "=", "purchases.checkout_session_id")
            .where("unclear_money.settled_at", "is", null),
        ),
      ),
    )
    .limit(atOnce)
    .execute()
}

/** Whether an address has, according to the processor, paid for this offer with money that is still undecided. */
export async function hasUnclearMoney(cx: Reading, { id, workspaceId }: OfferKey, email: string): Promise<boolean> {
  return findsRow(
    cx.db
      .selectFrom("purchases")
      .select("id")
      .where((row) => row(row.fn<string>("lower", ["buyer_email"]), "=", comparableEmail(email)))
      .where("workspace_id", "=", workspaceId)
      .where("offer_id", "=", id)
      .where("unsettled_since", "is not", null)
      // A payment that is being refunded buys nothing, unless the processor has refused the refund.
      .where((row) => row.or([row("state", "<>", "refunding"), row("refund_tries", ">=", maxRefundTries)])),
  )
}

/** A refund is given up after the processor has refused it this often. */
export const maxRefundTries = 10

/** Counts a failed refund and moves on to the next idempotency key, unless another process already has. */
export async function raiseRefundTry(
  cx: Inside,
  before: Purchase,
  { reason, tries }: { reason: string; tries: number },
): Promise<void> {
  const update = cx.db
    .updateTable("purchases")
    .set({
      attempt: before.attempt + 1,
      refund_tries: before.refund_tries + tries,
      unsettled_since: before.unsettled_since ?? cx.now(),
      reason,
      updated_at: cx.now(),
    })
    .where(isRow(before))
    .where("attempt", "=", before.attempt)
  await change(cx, update)
}

import type { Updateable } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { comparableEmail } from "#kernel/email-address.ts"
import type { Schema } from "#storage/schema.ts"
import { findsRow } from "#storage/whether.ts"
import { atRest, type PurchaseState, transitions } from "../purchase-states.ts"
import type { Purchase } from "../purchases/index.ts"

const atOnce = 200

/**
 * Takes the oldest purchases in `state` that nothing has happened to since `before`, and notes that they were looked
 * at, so that the next look takes others first.
 */
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

/** Takes purchases that are due to be looked at again, and puts the next look of each off to `nextAt`. */
export async function takeDueLooks(cx: Inside, nextAt: number): Promise<{ id: string }[]> {
  const due = await cx.db
    .selectFrom("purchases")
    .select("id")
    .where("look_again_at", "<=", cx.now())
    .orderBy("look_again_at")
    .limit(atOnce)
    .execute()
  await setWhere(cx, due, { look_again_at: nextAt })
  return due
}

async function setWhere(
  cx: Inside,
  purchases: readonly { id: string }[],
  set: Updateable<Schema["purchases"]>,
): Promise<void> {
  if (purchases.length === 0) return
  const ids = purchases.map(({ id }) => id)
  await cx.db.updateTable("purchases").set(set).where("id", "in", ids).execute()
}

/** Puts off the next look at a purchase, or lets there be none. */
export async function planLook(cx: Inside, id: string, nextAt: number | null): Promise<void> {
  await setWhere(cx, [{ id }], { look_again_at: nextAt })
}

const unpaid = transitions.refusePayment.from

/** Notes, once, since when an unpaid purchase is said to be paid by an answer that does not fit it. */
export async function startDoubt(cx: Inside, id: string, reason: string): Promise<void> {
  await cx.db
    .updateTable("purchases")
    .set({ unsettled_since: cx.now(), reason })
    .where("id", "=", id)
    .where("unsettled_since", "is", null)
    .where("state", "in", unpaid)
    .execute()
}

/** Notes, once, since when the answers about a purchase whose money is at rest do not fit it, and has it asked again. */
export async function startLateDoubt(cx: Inside, id: string, lookAt: number): Promise<void> {
  await cx.db
    .updateTable("purchases")
    .set({ unsettled_since: cx.now(), look_again_at: lookAt })
    .where("id", "=", id)
    .where("unsettled_since", "is", null)
    .where("state", "in", [...atRest])
    .execute()
}

/** Forgets such a doubt: an answer fits again. */
export async function endLateDoubt(cx: Inside, id: string): Promise<void> {
  await cx.db
    .updateTable("purchases")
    .set({ unsettled_since: null })
    .where("id", "=", id)
    .where("state", "in", [...atRest])
    .execute()
}

/** Forgets a doubt: the processor says now that there is no money. */
export async function endDoubt(cx: Inside, id: string): Promise<void> {
  await cx.db
    .updateTable("purchases")
    .set({ unsettled_since: null, reason: null })
    .where("id", "=", id)
    .where("state", "in", unpaid)
    .execute()
}

/**
 * Notes since when nobody can say whether a checkout was paid, though its time is over: the processor does not answer,
 * or does not know the session. `overSince` is the latest end of a checkout, `begunBefore` that of a delayed payment.
 */
export async function startSilence(cx: Inside, overSince: number, begunBefore: number): Promise<void> {
  await cx.db
    .updateTable("purchases")
    .set({ unsettled_since: cx.now(), reason: "The processor has not said whether this was paid." })
    .where("unsettled_since", "is", null)
    .where("session_id", "is not", null)
    .where("settled_outside_at", "is", null)
    .where((row) =>
      row.or([
        row("state", "=", "open").and("session_expires_at", "<", overSince),
        row("state", "=", "pending_async").and("opened_at", "<", begunBefore),
      ]),
    )
    .execute()
}

/** Purchases whose money has waited since `before` or longer and that no open entry of the list tells of. */
export function listUnreported(cx: Inside, before: number): Promise<Purchase[]> {
  return cx.db
    .selectFrom("purchases")
    .selectAll()
    .where("unsettled_since", "<=", before)
    .where("session_id", "is not", null)
    .where("settled_outside_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("unclear_money")
            .select("unclear_money.id")
            .whereRef("unclear_money.purchase_id", "=", "purchases.id")
            .whereRef("unclear_money.session_id", "=", "purchases.session_id")
            .where("unclear_money.settled_at", "is", null),
        ),
      ),
    )
    .limit(atOnce)
    .execute()
}

/**
 * Tells whether an address (in whatever case it was typed) has paid for this offer, as far as the processor says, and
 * nobody knows yet what becomes of the money.
 */
export async function hasUnclearMoney(cx: Reading, offerId: string, email: string): Promise<boolean> {
  return findsRow(
    cx.db
      .selectFrom("purchases")
      .select("id")
      .where((row) => row(row.fn<string>("lower", ["buyer_email"]), "=", comparableEmail(email)))
      .where("offer_id", "=", offerId)
      .where("unsettled_since", "is not", null)
      // What is given back buys nothing, unless the processor has refused to do so.
      .where((row) => row.or([row("state", "<>", "refunding"), row("refund_tries", ">=", maxRefundTries)])),
  )
}

/** After so many answers that say no, a refund is given up. */
export const maxRefundTries = 10

/** Counts a refund that failed and goes on to the next idempotency key, unless somebody has already done so. */
export async function raiseRefundTry(
  cx: Inside,
  before: Purchase,
  { reason, tries }: { reason: string; tries: number },
): Promise<void> {
  await cx.db
    .updateTable("purchases")
    .set({ attempt: before.attempt + 1, refund_tries: before.refund_tries + tries, reason, updated_at: cx.now() })
    .where("id", "=", before.id)
    .where("attempt", "=", before.attempt)
    .execute()
}

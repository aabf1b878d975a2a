import { sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { comparableEmail } from "#kernel/email-address.ts"
import { changesRow, findsRow } from "#storage/whether.ts"
import type { Held } from "../handover-errors.ts"
import type { PurchaseState } from "../purchase-states.ts"
import type { Purchase } from "./purchase-store.ts"

/** Not paid, and may still be. In these words, not as parameters, because the partial indexes are found by them. */
const isUnpaid = sql<boolean>`state in ('created', 'open', 'pending_async')`

/** States of a purchase that stand in the way of a second one by the same address; the first two can be ended. */
const underWay: PurchaseState[] = ["created", "open", "pending_async", "paid", "fulfil_failed"]

/**
 * The purchase of this offer by this address (in whatever case it was typed) that is on its way, or undefined. One whose
 * money has come, or is coming, goes before those that can be ended.
 */
export async function findUnderWay(cx: Reading, offerId: string, email: string): Promise<Purchase | undefined> {
  const found = await cx.db
    .selectFrom("purchases")
    .selectAll()
    .where((row) => row(row.fn<string>("lower", ["buyer_email"]), "=", comparableEmail(email)))
    .where("offer_id", "=", offerId)
    .where("state", "in", underWay)
    .orderBy("created_at", "desc")
    .limit(20)
    .execute()
  return found.find(({ state }) => !isEndable(state)) ?? found[0]
}

/** Tells whether a purchase that is on its way can still be ended without anybody's money. */
export function isEndable(state: PurchaseState): boolean {
  return state === "created" || state === "open"
}

/** Checkouts of the same offer for the same address that could still be paid, beside `purchase`. */
export function listOpenRivals(cx: Reading, purchase: Purchase): Promise<{ id: string }[]> {
  return cx.db
    .selectFrom("purchases")
    .select("id")
    .where((row) => row(row.fn<string>("lower", ["buyer_email"]), "=", comparableEmail(purchase.buyer_email ?? "")))
    .where("offer_id", "=", purchase.offer_id)
    .where("state", "in", ["created", "open"])
    .where("id", "<>", purchase.id)
    .limit(100)
    .execute()
}

/** Takes the right to end an open checkout until `until`; false when somebody else has it, or there is nothing to end. */
export async function claimTakeover(cx: Inside, id: string, until: number): Promise<boolean> {
  return changesRow(
    cx.db
      .updateTable("purchases")
      .set({ takeover_until: until })
      .where("id", "=", id)
      .where("state", "in", ["created", "open"])
      .where((row) => row.or([row("takeover_until", "is", null), row("takeover_until", "<=", cx.now())])),
  )
}

/** Says that whoever opened a checkout, or was to end it, has given up: the next one need not wait. */
export async function leaveCheckout(cx: Inside, id: string): Promise<void> {
  await cx.db.updateTable("purchases").set({ takeover_until: cx.now() }).where("id", "=", id).execute()
}

/** Tells whether somebody is just taking a checkout over. */
export async function isBeingTakenOver(cx: Reading, id: string): Promise<boolean> {
  return findsRow(
    cx.db.selectFrom("purchases").select("id").where("id", "=", id).where("takeover_until", ">", cx.now()),
  )
}

/** The units of an offer that unpaid checkouts hold: all of them, or those of one network beside `exceptId`. */
export function findHeldUnits(
  cx: Reading,
  { offerId, network, exceptId = "" }: { offerId: string; network?: string; exceptId?: string | undefined },
): Promise<Held> {
  let query = heldBy(cx).where("offer_id", "=", offerId).where("unit_released_at", "is", null)
  if (network !== undefined) query = query.where("network", "=", network).where("id", "<>", exceptId)
  return query.executeTakeFirstOrThrow()
}

/** The uses and cents of a gift code that unpaid checkouts hold. */
export function findHeldUses(cx: Reading, giftCodeId: string): Promise<Held> {
  return heldBy(cx)
    .where("gift_code_id", "=", giftCodeId)
    .where(sql<boolean>`gift_state = 'held'`)
    .executeTakeFirstOrThrow()
}

function heldBy(cx: Reading) {
  return cx.db
    .selectFrom("purchases")
    .select((row) => [
      row.fn.countAll<number>().as("units"),
      sql<number>`cast(coalesce(sum(discount_cents), 0) as bigint)`.as("cents"),
      sql<number | null>`min(case when session_expires_at > ${cx.now()} then session_expires_at end)`.as("freeAt"),
    ])
    .where(isUnpaid)
}

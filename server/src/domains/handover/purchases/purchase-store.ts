import { type Selectable, sql, type UpdateObject } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { noteChange } from "#changes/note-change.ts"
import { isRow, ownRowsIn } from "#storage/own-row.ts"
import { prepared } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import type { OfferKey } from "../offers/index.ts"
import { claimProcessorIds } from "../processor-id-store.ts"
import type { PurchaseState } from "../purchase-states.ts"
import { effectsOf, firstPollMs, keeps, type TransitionName } from "./lifecycle.ts"

export type Purchase = Selectable<Schema["purchases"]>

const byId = prepared<{ id: string }, Purchase>((db, arg) =>
  db.selectFrom("purchases").selectAll().where("id", "=", arg("id")),
)

export async function findPurchase(cx: Reading, id: string): Promise<Purchase | undefined> {
  return (await byId(cx.db, { id }))[0]
}

/** Throws an internal error when there is none: the id came from our own database. */
export async function readPurchase(cx: Reading, id: string): Promise<Purchase> {
  const purchase = await findPurchase(cx, id)
  if (!purchase) throw new Error("The purchase does not exist.")
  return purchase
}

const ofCheckoutSession = prepared<{ checkoutSessionId: string; shortKey: string }, Purchase>((db, arg) =>
  db
    .selectFrom("purchases")
    .innerJoin("offers", "offers.id", "purchases.offer_id")
    .selectAll("purchases")
    .where("purchases.checkout_session_id", "=", arg("checkoutSessionId"))
    .where("offers.short_key", "=", arg("shortKey")),
)

/** Undefined when the purchase of this checkout session is of another offer than the one with this short key. */
export async function findPurchaseOfCheckoutSession(
  cx: Reading,
  where: { checkoutSessionId: string; shortKey: string },
): Promise<Purchase | undefined> {
  // Text that cannot be one of our ids is not looked up: PostgreSQL refuses a text that holds NUL.
  if (!/^\w+$/.test(where.checkoutSessionId) || !/^\w+$/.test(where.shortKey)) return undefined
  return (await ofCheckoutSession(cx.db, where))[0]
}

export function findPurchaseBy(
  cx: Reading,
  key: Partial<
    Pick<Purchase, "id" | "checkout_session_id" | "payment_id" | "request_key" | "owner_key" | "workspace_id">
  >,
): Promise<Purchase | undefined> {
  return cx.db
    .selectFrom("purchases")
    .selectAll()
    .where((row) => row.and(key))
    .executeTakeFirst()
}

export function listPurchasesOf(cx: Reading, offer: OfferKey, ids: readonly string[]): Promise<Purchase[]> {
  const own = cx.db.selectFrom("purchases").selectAll().where(ownRowsIn(offer, ids))
  return own.where("offer_id", "=", offer.id).execute()
}

/** Inserts a purchase. Undefined when its request or its address already has one; the unique keys decide. */
export async function insertPurchase(cx: Inside, row: Purchase): Promise<Purchase | undefined> {
  const inserted = await cx.db
    .insertInto("purchases")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (inserted) await claimProcessorIds(cx, inserted.workspace_id, inserted)
  return notePurchase(cx, inserted)
}

/** Publishes a changed purchase to open pages of its workspace. Returns its argument. */
export function notePurchase<Row extends Pick<Purchase, "workspace_id"> | undefined>(cx: Inside, changed: Row): Row {
  if (changed) noteChange(cx, { workspaceId: changed.workspace_id, kind: "purchases" })
  return changed
}

/** The checkout key of the address. It stays as it is when this purchase, or another one, has the key. */
const keyAgain = sql<string | null>`case
  when checkout_key is not null or exists (
    select 1 from purchases as rival where rival.workspace_id = purchases.workspace_id
      and rival.checkout_key = purchases.offer_id || ':' || lower(purchases.buyer_email)
  ) then checkout_key else offer_id || ':' || lower(buyer_email) end`

const spentGift = sql<Purchase["gift_state"]>`case when gift_code_id is null then gift_state else 'spent' end`

export type PurchaseFacts = Omit<UpdateObject<Schema, "purchases">, "id" | "workspace_id" | "state">

/** A purchase by its key. It contains the workspace, so that a statement reads one partition of the table. */
export type PurchaseKey = Pick<Purchase, "id" | "workspace_id">

/** Moves a purchase to a transition's new state and columns. Only `transition` calls this: it applies the rest. */
export async function movePurchase(
  cx: Inside,
  name: TransitionName,
  { id, workspace_id, ...facts }: PurchaseFacts & PurchaseKey,
): Promise<Purchase | undefined> {
  const { from, to } = effectsOf(name)
  const moved = await cx.db
    .updateTable("purchases")
    .set({ ...columnsOf(cx, name), ...facts, state: to, updated_at: cx.now() })
    .where(isRow({ id, workspace_id }))
    .where("state", "in", from)
    .returningAll()
    .executeTakeFirst()
  if (moved) await claimProcessorIds(cx, moved.workspace_id, newIdsIn(facts, moved))
  return notePurchase(cx, moved)
}

/** The processor ids that a change has set. */
const newIdsIn = (set: PurchaseFacts, purchase: Purchase) => ({
  ...(set.checkout_session_id ? { checkout_session_id: purchase.checkout_session_id } : {}),
  ...(set.payment_id ? { payment_id: purchase.payment_id } : {}),
})

function columnsOf(cx: Inside, name: TransitionName): PurchaseFacts {
  const { to, stamps = [], clears = [], unsettled, pollsAgain, revives, ends, spends, refunds } = effectsOf(name)
  return {
    ...(!keeps.network.has(to) && { network: null }),
    ...(!keeps.checkout_key.has(to) ? { checkout_key: null } : revives && { checkout_key: keyAgain }),
    ...Object.fromEntries(stamps.map((column) => [column, cx.now()])),
    ...Object.fromEntries(clears.map((column) => [column, null])),
    ...(unsettled && { unsettled_since: unsettled === "no more" ? null : cx.now() }),
    ...(pollsAgain && { poll_at: cx.now() + (pollsAgain === "now" ? 0 : firstPollMs) }),
    ...(ends && endOfDelivery(cx)),
    ...(spends && { gift_state: spentGift }),
    ...(refunds && { refunded_cents: sql<number>`charged_cents` }),
  }
}

/** Columns that make all delivery links invalid. A delivery that is already revoked keeps its columns. */
export const endOfDelivery = (cx: Inside) => ({
  delivery_generation: sql<number>`case when delivery_revoked_at is null then delivery_generation + 1
    else delivery_generation end`,
  delivery_revoked_at: sql<number>`coalesce(delivery_revoked_at, ${cx.now()})`,
})

export async function attachToFailed(
  cx: Inside,
  key: PurchaseKey,
  set: Pick<PurchaseFacts, "checkout_session_id" | "checkout_session_expires_at" | "opened_at">,
): Promise<boolean> {
  const attached = await cx.db
    .updateTable("purchases")
    .set({ ...set, updated_at: cx.now() })
    .where(isRow(key))
    .where("checkout_session_id", "is", null)
    .where("state", "=", "failed")
    .returning(["workspace_id", "checkout_session_id"])
    .executeTakeFirst()
  if (attached) await claimProcessorIds(cx, attached.workspace_id, attached)
  return notePurchase(cx, attached) !== undefined
}

/** Changes columns other than the state. Returns the row, which stays locked until the transaction ends. */
export async function updatePurchase(cx: Inside, key: PurchaseKey, set: PurchaseFacts): Promise<Purchase> {
  const updated = await cx.db
    .updateTable("purchases")
    .set({ ...set, updated_at: cx.now() })
    .where(isRow(key))
    .returningAll()
    .executeTakeFirstOrThrow()
  await claimProcessorIds(cx, updated.workspace_id, newIdsIn(set, updated))
  return notePurchase(cx, updated)
}

/** Publishes no change. */
export async function touchPurchase(cx: Inside, key: PurchaseKey): Promise<void> {
  await cx.db.updateTable("purchases").set({ updated_at: cx.now() }).where(isRow(key)).execute()
}

/** Locks a purchase if it is in `state`, so that no other transaction moves it before this one ends. */
export function lockPurchase(cx: Inside, key: PurchaseKey, state: PurchaseState): Promise<Purchase | undefined> {
  return cx.db
    .updateTable("purchases")
    .set({ updated_at: cx.now() })
    .where(isRow(key))
    .where("state", "=", state)
    .returningAll()
    .executeTakeFirst()
}

/** Moves on to the next idempotency key, unless another process already has. */
export async function raiseAttempt(cx: Inside, { attempt, ...key }: Purchase): Promise<void> {
  await cx.db
    .updateTable("purchases")
    .set({ attempt: attempt + 1, updated_at: cx.now() })
    .where(isRow(key))
    .where("attempt", "=", attempt)
    .execute()
}

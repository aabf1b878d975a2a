import type { InsertObject, Selectable, UpdateObject } from "kysely"
import type { Inside, Member, Reading } from "#access/context.ts"
import type { SortedPart } from "#kernel/cursor.ts"
import { claimOnce } from "#storage/directory.ts"
import { inOrder, newestFirst } from "#storage/in-order.ts"
import { ownRow, suspends } from "#storage/own-row.ts"
import type { Schema } from "#storage/schema.ts"

export type OfferRow = Selectable<Schema["offers"]>
export type NewOffer = Omit<InsertObject<Schema, "offers">, "workspace_id">

/** Inserts a draft. Undefined when the workspace already has an offer with that key. */
export function insertOffer(cx: Inside & Member, row: NewOffer): Promise<OfferRow | undefined> {
  return cx.db
    .insertInto("offers")
    .values({ ...row, workspace_id: cx.workspaceId })
    .onConflict((conflict) => conflict.columns(["workspace_id", "key"]).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Locks an offer until the transaction ends, so that what is checked about it and its files here stays true. */
export function takeOffer(cx: Inside & Member, id: string): Promise<OfferRow | undefined> {
  return cx.db
    .updateTable("offers")
    .set({ updated_at: cx.now() })
    .where(ownRow(cx, id))
    .returningAll()
    .executeTakeFirst()
}

export function updateOffer(cx: Inside & Member, id: string, set: UpdateObject<Schema, "offers">): Promise<OfferRow> {
  return cx.db
    .updateTable("offers")
    .set({ ...set, updated_at: cx.now() })
    .where(ownRow(cx, id))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Claims a short key for an offer of the workspace. False when any offer has ever had it. */
export function claimShortKey({ db, workspaceId }: Inside & Member, shortKey: string): Promise<boolean> {
  return claimOnce(db, { kind: "pay_key", key: shortKey, workspaceId })
}

export function findOwnOffer(cx: Reading & Pick<Member, "workspaceId">, id: string): Promise<OfferRow | undefined> {
  return cx.db.selectFrom("offers").selectAll().where(ownRow(cx, id)).executeTakeFirst()
}

export function listOfferRows(
  cx: Reading & Member,
  { state, order = newestFirst, ...part }: { state: OfferRow["state"] | "paused" | undefined } & SortedPart,
): Promise<OfferRow[]> {
  let query = cx.db.selectFrom("offers").selectAll().where("workspace_id", "=", cx.workspaceId)
  if (state === "paused") query = query.where("paused_at", "is not", null)
  else if (state) query = query.where("state", "=", state).where("paused_at", "is", null)
  return query.$call(inOrder(order, part)).execute()
}

export const suspendOffer = suspends("offers")

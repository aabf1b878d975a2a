import { sql } from "kysely"
import type { Member } from "#access/caller.ts"
import type { Inside, Reading } from "#access/context.ts"
import type { ListPart } from "#kernel/cursor.ts"
import { latestFirst } from "#storage/latest-first.ts"
import { ownRow } from "#storage/own-row.ts"
import type { Purchase } from "./purchase-store.ts"

export interface PurchaseFilter {
  offerId: string | undefined
  state: Purchase["state"] | undefined
  /** As `comparableEmail` writes it. */
  email: string | undefined
  /** Part of an address, in lower case. */
  buyer: string | undefined
}

/** Lists purchases of the workspace, newest first, one more than `limit`. */
export function listPurchaseRows(
  cx: Reading & Member,
  { offerId, state, email, buyer }: PurchaseFilter,
  part: ListPart,
): Promise<Purchase[]> {
  let query = cx.db.selectFrom("purchases").selectAll().where("workspace_id", "=", cx.workspaceId)
  if (offerId !== undefined) query = query.where("offer_id", "=", offerId)
  if (state !== undefined) query = query.where("state", "=", state)
  if (email !== undefined) query = query.where(sql`lower(buyer_email)`, "=", email)
  if (buyer) {
    const pattern = `%${buyer.replace(/[\\%_]/g, "\\$&")}%`
    query = query.where(sql<boolean>`lower(buyer_email) like ${pattern} escape '\\'`)
  }
  return query.$call(latestFirst("created_at", part)).execute()
}

/** Lists what was bought with an address (in the form of `comparableEmail`), newest first, one more than `limit`. */
export function listBoughtRows(cx: Reading, email: string, part: ListPart): Promise<Purchase[]> {
  return cx.db
    .selectFrom("purchases")
    .selectAll()
    .where(sql`lower(buyer_email)`, "=", email)
    .$call(latestFirst("created_at", part))
    .execute()
}

/** A purchase of the workspace, or undefined. */
export function findOwnPurchase(cx: Reading & Member, id: string): Promise<Purchase | undefined> {
  return cx.db.selectFrom("purchases").selectAll().where(ownRow(cx, id)).executeTakeFirst()
}

const handedOver = ["fulfilled", "comped"] as const

/** Makes all links of a delivered purchase invalid. Undefined when it is not delivered, or already revoked. */
export function revokeDeliveryRow(cx: Inside & Member, id: string): Promise<Purchase | undefined> {
  return cx.db
    .updateTable("purchases")
    .set((row) => ({
      delivery_revoked_at: cx.now(),
      delivery_generation: row("delivery_generation", "+", 1),
      updated_at: cx.now(),
    }))
    .where(ownRow(cx, id))
    .where("state", "in", handedOver)
    .where("delivery_revoked_at", "is", null)
    .returningAll()
    .executeTakeFirst()
}

/** Lets a revoked purchase deliver again. Undefined when it is not revoked, or not complete. */
export function restoreDeliveryRow(cx: Inside & Member, id: string): Promise<Purchase | undefined> {
  return cx.db
    .updateTable("purchases")
    .set({ delivery_revoked_at: null, updated_at: cx.now() })
    .where(ownRow(cx, id))
    .where("state", "in", handedOver)
    .where("delivery_revoked_at", "is not", null)
    .returningAll()
    .executeTakeFirst()
}

import { sql } from "kysely"
import type { Inside, Member, Reading } from "#access/context.ts"
import { members } from "#access/membership-store.ts"
import { people } from "#domains/accounts/index.ts"
import type { ListPart, SortedPart } from "#kernel/cursor.ts"
import { inOrder, latestFirst, newestFirst } from "#storage/in-order.ts"
import { ownRow, sameWorkspace } from "#storage/own-row.ts"
import { hasSearch } from "#storage/search-index.ts"
import { changesRow } from "#storage/whether.ts"
import { correctedEmail } from "./buyer-address-store.ts"
import type { Purchase } from "./purchase-store.ts"

export interface PurchaseFilter {
  offerId: string | undefined
  state: Purchase["state"] | undefined
  isBought: boolean
  /** As `comparableEmail` writes it. */
  email: string | undefined
  /** Words, or parts of words, of an address. */
  buyer: string
  minCents?: number | undefined
}

function ownPurchases(cx: Reading & Member) {
  return cx.db
    .selectFrom("purchases")
    .leftJoin(members(cx.db), sameWorkspace("member.account_id", "purchases.noted_by"))
    .leftJoin(people(cx.db), "person.id", "member.account_id")
    .selectAll("purchases")
    .select("person.called as noter_name")
    .select(correctedEmail)
    .where("purchases.workspace_id", "=", cx.workspaceId)
}

/** `noter_name` names the note's last author; null without a note, or once the author has left. */
export type OwnPurchase = Purchase & { noter_name: string | null; corrected_email: string | null }

/** Written exactly as in the partial index. With a placeholder, SQLite does not use that index. */
const isBoughtRow = sql<boolean>`(paid_at is not null or state = 'comped')`

export function listPurchaseRows(
  cx: Reading & Member,
  { offerId, state, isBought, email, buyer, minCents }: PurchaseFilter,
  { order = newestFirst, ...part }: SortedPart,
): Promise<OwnPurchase[]> {
  let query = ownPurchases(cx)
  if (offerId !== undefined) query = query.where("offer_id", "=", offerId)
  if (state !== undefined) query = query.where("state", "=", state)
  if (isBought) query = query.where(isBoughtRow)
  if (email !== undefined) query = query.where(sql`lower(buyer_email)`, "=", email)
  if (minCents !== undefined) query = query.where("amount_cents", ">=", minCents)
  query = query.where(hasSearch(sql`search_buyer`, buyer))
  return query.$call(inOrder(order, part, "purchases")).execute()
}

/** The workspace's buyers whose address has the words of a query, each with the number of their purchases. */
export async function listBuyerRows(cx: Reading & Member, query: string, limit: number) {
  const email = sql<string>`lower(buyer_email)`
  const rows = await cx.db
    .selectFrom("purchases")
    .select(({ fn }) => [email.as("email"), fn.countAll().as("purchases")])
    .where("workspace_id", "=", cx.workspaceId)
    .where(hasSearch(sql`search_buyer`, query))
    .groupBy(email)
    .orderBy("email")
    .limit(limit)
    .execute()
  return rows.map(({ email, purchases }) => ({ email, purchases: Number(purchases) }))
}

/** Lists the purchases of an address, or corrected to it (as `comparableEmail` writes it), newest first. */
export function listBoughtRows(cx: Reading, email: string, part: ListPart): Promise<Purchase[]> {
  return cx.db
    .selectFrom("purchases")
    .selectAll()
    .where("id", "in", (ids) =>
      ids
        .selectFrom("purchases as typed")
        .select("typed.id")
        .where(sql`lower(typed.buyer_email)`, "=", email)
        .union(ids.selectFrom("buyer_corrections").select("purchase_id as id").where("email", "=", email)),
    )
    .$call(latestFirst("created_at", part))
    .execute()
}

export function findOwnPurchase(cx: Reading & Member, id: string): Promise<OwnPurchase | undefined> {
  return ownPurchases(cx).where("purchases.id", "=", id).executeTakeFirst()
}

const handedOver = ["fulfilled", "comped"] as const

/** Makes all links of a delivered purchase invalid. Changes nothing when it is not delivered, or already revoked. */
export function revokeDeliveryRow(cx: Inside & Member, id: string): Promise<boolean> {
  return changesRow(
    cx.db
      .updateTable("purchases")
      .set((row) => ({
        delivery_revoked_at: cx.now(),
        revoked_at: cx.now(),
        delivery_generation: row("delivery_generation", "+", 1),
        updated_at: cx.now(),
      }))
      .where(ownRow(cx, id))
      .where("state", "in", handedOver)
      .where("delivery_revoked_at", "is", null),
  )
}

/** Lets a revoked purchase deliver again. Changes nothing when it is not revoked, or not complete. */
export function restoreDeliveryRow(cx: Inside & Member, id: string): Promise<boolean> {
  return changesRow(
    cx.db
      .updateTable("purchases")
      .set({ delivery_revoked_at: null, restored_at: cx.now(), updated_at: cx.now() })
      .where(ownRow(cx, id))
      .where("state", "in", handedOver)
      .where("delivery_revoked_at", "is not", null),
  )
}

/** False when the note was changed after `seenAt` (null: there was no note), or when there is no such purchase. */
export function noteOnRow(
  cx: Inside & Member,
  { id, note, seenAt }: { id: string; note: string | null; seenAt: number | null },
): Promise<boolean> {
  return changesRow(
    cx.db
      .updateTable("purchases")
      .set({ note, noted_at: cx.now(), noted_by: cx.accountId })
      .where(ownRow(cx, id))
      .where("noted_at", seenAt === null ? "is" : "=", seenAt),
  )
}

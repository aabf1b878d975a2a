import { sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { comparableEmail } from "#kernel/email-address.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { isRow } from "#storage/own-row.ts"
import { changesRow, findsRow } from "#storage/whether.ts"
import type { Held } from "../handover-errors.ts"
import type { OfferKey } from "../offers/index.ts"
import { type PurchaseState, underWay } from "../purchase-states.ts"
import type { Purchase, PurchaseKey } from "./purchase-store.ts"

/** Unpaid, but can still be paid. Written out without parameters, so that the databases use the partial indexes. */
const isUnpaid = sql<boolean>`state in ('created', 'open', 'pending_async')`

/** Finds the purchase by this address that is under way, a paid or paying one before those that can be ended. */
export async function findUnderWay(cx: Reading, offer: OfferKey, email: string): Promise<Purchase | undefined> {
  const found = await cx.db
    .selectFrom("purchases")
    .selectAll()
    .where((row) => row(row.fn<string>("lower", ["buyer_email"]), "=", comparableEmail(email)))
    .where("workspace_id", "=", offer.workspaceId)
    .where("offer_id", "=", offer.id)
    .where("state", "in", underWay)
    .orderBy("created_at", "desc")
    .limit(20)
    .execute()
  return found.find(({ state }) => !isEndable(state)) ?? found[0]
}

export function isEndable(state: PurchaseState): boolean {
  return state === "created" || state === "open"
}

/** Lists other checkouts of the same offer for the same address that could still be paid. */
export function listOpenRivals(cx: Reading, purchase: Purchase): Promise<{ id: string }[]> {
  return cx.db
    .selectFrom("purchases")
    .select("id")
    .where((row) => row(row.fn<string>("lower", ["buyer_email"]), "=", comparableEmail(purchase.buyer_email ?? "")))
    .where("workspace_id", "=", purchase.workspace_id)
    .where("offer_id", "=", purchase.offer_id)
    .where("state", "in", ["created", "open"])
    .where("id", "<>", purchase.id)
    .limit(100)
    .execute()
}

export function listOpenCheckouts(
  cx: Reading,
  { workspaceId, offerId }: { workspaceId: WorkspaceId; offerId?: string },
): Promise<{ id: string }[]> {
  const open = cx.db.selectFrom("purchases").select("id").where("state", "in", ["created", "open"])
  const own = open.where("workspace_id", "=", workspaceId)
  return (offerId === undefined ? own : own.where("offer_id", "=", offerId)).execute()
}

export interface OpenCheckouts {
  ofNetwork: number
  ofAddress: number
  ofBrowser: number
  /** Epoch milliseconds of the first end of any of them; null when only delayed payments are among them. */
  freeAt: number | null
}

/**
 * Counts a seller's unpaid checkouts: a network's, and for other offers those of `ids`, a browser's, and an address's.
 * Anyone can type an address, so that its checkouts in other networks do not count.
 */
export function countOpenCheckouts(
  cx: Reading,
  by: { offer: OfferKey; email: string | null; network: string; ids: readonly string[] },
): Promise<OpenCheckouts> {
  const isOfNetwork = by.network === "" ? sql<boolean>`1 = 0` : sql<boolean>`network = ${by.network}`
  const address = comparableEmail(by.email ?? "")
  const inNetwork = by.network === "" ? sql<boolean>`1 = 1` : isOfNetwork
  const isOfAddress = sql<boolean>`(lower(buyer_email) = ${address} and offer_id <> ${by.offer.id} and ${inNetwork})`
  const isOfBrowser =
    by.ids.length === 0
      ? sql<boolean>`1 = 0`
      : sql<boolean>`(id in (${sql.join(by.ids)}) and offer_id <> ${by.offer.id})`
  const count = (condition: typeof isOfNetwork) => sql<number>`count(case when ${condition} then 1 end)`
  return cx.db
    .selectFrom("purchases")
    .select([
      count(isOfNetwork).as("ofNetwork"),
      count(isOfAddress).as("ofAddress"),
      count(isOfBrowser).as("ofBrowser"),
      firstEnd(cx.now()).as("freeAt"),
    ])
    .where("workspace_id", "=", by.offer.workspaceId)
    .where(isUnpaid)
    .where((row) => row.or([isOfNetwork, isOfAddress, isOfBrowser]))
    .executeTakeFirstOrThrow()
}

/** Claims the right to end an open checkout until `until`. False when another request has it, or it has ended. */
export async function claimTakeover(cx: Inside, key: PurchaseKey, until: number): Promise<boolean> {
  return changesRow(
    cx.db
      .updateTable("purchases")
      .set({ takeover_lease_until: until })
      .where(isRow(key))
      .where("state", "in", ["created", "open"])
      .where((row) => row.or([row("takeover_lease_until", "is", null), row("takeover_lease_until", "<=", cx.now())])),
  )
}

/** Records that the request that opened or claimed a checkout has given up, so that the next request need not wait. */
export async function leaveCheckout(cx: Inside, purchase: PurchaseKey): Promise<void> {
  await cx.db.updateTable("purchases").set({ takeover_lease_until: cx.now() }).where(isRow(purchase)).execute()
}

/**
 * Takes a checkout key from any other purchase that does not own the offer, so that a paid purchase can have it. If an
 * uncommitted transaction has inserted the key, the caller's next update violates the unique key and is retried.
 */
export async function takeCheckoutKey(cx: Inside, { id, workspace_id }: PurchaseKey, key: string): Promise<void> {
  await cx.db
    .updateTable("purchases")
    .set({ checkout_key: null })
    .where("workspace_id", "=", workspace_id)
    .where("checkout_key", "=", key)
    .where("owner_key", "is", null)
    .where("id", "<>", id)
    .execute()
}

export async function isBeingTakenOver(cx: Reading, key: PurchaseKey): Promise<boolean> {
  return findsRow(
    cx.db.selectFrom("purchases").select("id").where(isRow(key)).where("takeover_lease_until", ">", cx.now()),
  )
}

export function findHeldUnits(
  cx: Reading,
  { offer, network, exceptId = "" }: { offer: OfferKey; network?: string; exceptId?: string | undefined },
): Promise<Held> {
  let query = heldBy(cx)
    .where("workspace_id", "=", offer.workspaceId)
    .where("offer_id", "=", offer.id)
    .where("unit_released_at", "is", null)
  if (network !== undefined) query = query.where("network", "=", network).where("id", "<>", exceptId)
  return query.executeTakeFirstOrThrow()
}

export function findHeldUses(
  cx: Reading,
  { id, workspaceId }: { id: string; workspaceId: WorkspaceId },
): Promise<Held> {
  return heldBy(cx)
    .where("workspace_id", "=", workspaceId)
    .where("gift_code_id", "=", id)
    .where(sql<boolean>`gift_state = 'held'`)
    .executeTakeFirstOrThrow()
}

function heldBy(cx: Reading) {
  return cx.db
    .selectFrom("purchases")
    .select((row) => [
      row.fn.countAll<number>().as("units"),
      sql<number>`cast(coalesce(sum(discount_cents), 0) as bigint)`.as("cents"),
      firstEnd(cx.now()).as("freeAt"),
    ])
    .where(isUnpaid)
}

const firstEnd = (now: number) =>
  sql<number | null>`min(case when checkout_session_expires_at > ${now} then checkout_session_expires_at end)`

/** Frees the request key of a purchase that ended unpaid, so that the same request can make another purchase. */
export async function forgetRequest(cx: Inside, { workspace_id, id }: Purchase): Promise<void> {
  await cx.db
    .updateTable("purchases")
    .set({ request_key: null })
    .where("workspace_id", "=", workspace_id)
    .where("id", "=", id)
    .where("state", "in", ["expired", "failed"])
    .execute()
}

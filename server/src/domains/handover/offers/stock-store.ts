import type { Context, Inside, Member, Reading } from "#access/context.ts"
import { selectFields } from "#access/from-row.ts"
import { Turns } from "#kernel/bounds/turns.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { ownRow, sameWorkspace } from "#storage/own-row.ts"
import { isPostgres } from "#storage/prepared.ts"
import { tooManyBuyers } from "../handover-errors.ts"
import { type OfferTerms, termNames } from "./offer-fields.ts"

/** How many transactions of an offer without a limit run at a time in this process. The pool has twenty connections. */
const width = 4
const turns = new Turns(1_000, tooManyBuyers)

/**
 * Runs a transaction that may take or return units. In this process, those of an offer with a limit run one at a time,
 * since they lock its row; for other offers a few run at once. Waiting ones hold no connection. Throws 503 when a
 * thousand are waiting.
 */
export async function atomicallyForOffer<Who, Result>(
  cx: Context<Who>,
  of: Sold,
  work: (cx: Inside & Who) => Promise<Result>,
): Promise<Result> {
  const offer = await findLimit(cx, of)
  if (!offer) return cx.atomically(work)
  return turns.run(offer.id, offer.stock_limit === null ? width : 1, () => cx.atomically(work))
}

/** An offer, or the one of a purchase; undefined where money belongs to no purchase. */
type Sold = { offer: OfferKey } | { purchase: { id: string; workspace_id: WorkspaceId } | undefined }

async function findLimit(cx: Reading, of: Sold) {
  const offers = cx.db.selectFrom("offers").select(["offers.id", "stock_limit"])
  if ("offer" in of) return offers.where(ownRow(of.offer, of.offer.id)).executeTakeFirst()
  if (!of.purchase) return undefined
  return offers
    .innerJoin("purchases", sameWorkspace("purchases.offer_id", "offers.id"))
    .where("purchases.workspace_id", "=", of.purchase.workspace_id)
    .where("purchases.id", "=", of.purchase.id)
    .executeTakeFirst()
}

/** An offer by its key. */
export interface OfferKey {
  readonly id: string
  readonly workspaceId: WorkspaceId
}

/**
 * Reads an offer for a sale. One with a limit is locked until the transaction ends, so that its sales run one at a
 * time. One without gets a shared lock, which only keeps a limit from being set meanwhile.
 */
export async function lockOfferForSale(
  cx: Inside,
  offer: OfferKey,
): Promise<{ stockLimit: number | null; isPaused: boolean; terms: OfferTerms }> {
  const shared = await stockOf(cx, offer)
    .$if(isPostgres(cx.db), (query) => query.forKeyShare())
    .executeTakeFirstOrThrow()
  const { stockLimit, pausedAt, ...terms } = shared.stockLimit === null ? shared : await lockOfferAlone(cx, offer)
  return { stockLimit, isPaused: pausedAt !== null, terms }
}

const stockColumns = selectFields("offers", ["stockLimit", "pausedAt", ...termNames])

function stockOf(cx: Reading, { id, workspaceId }: OfferKey) {
  return cx.db.selectFrom("offers").select(stockColumns).where("workspace_id", "=", workspaceId).where("id", "=", id)
}

function lockOfferAlone(cx: Inside, { id, workspaceId }: OfferKey) {
  return cx.db
    .updateTable("offers")
    .set((offer) => ({ units_taken: offer.ref("units_taken") }))
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .returning(stockColumns)
    .executeTakeFirstOrThrow()
}

/** Takes a unit of an offer that `lockOfferForSale` has locked. */
export async function takeUnit(cx: Inside, { id, workspaceId }: OfferKey, stockLimit: number | null): Promise<boolean> {
  if (stockLimit === null) return true
  const taken = await cx.db
    .updateTable("offers")
    .set((offer) => ({ units_taken: offer("units_taken", "+", 1) }))
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .whereRef("units_taken", "<", "stock_limit")
    .returning("id")
    .executeTakeFirst()
  return taken !== undefined
}

/** Returns a unit. A constraint fails when more units are returned than were taken. */
export async function returnUnit(cx: Inside, offer: OfferKey): Promise<void> {
  const { stockLimit } = await lockOfferForSale(cx, offer)
  if (stockLimit === null) return
  await cx.db
    .updateTable("offers")
    .set((row) => ({ units_taken: row("units_taken", "-", 1) }))
    .where("workspace_id", "=", offer.workspaceId)
    .where("id", "=", offer.id)
    .execute()
}

/** Counts the units of an offer that gets a limit. Waits for the sales under way; later sales see the limit. */
export async function startCountingUnits(cx: Inside & Member, offerId: string): Promise<number> {
  if (isPostgres(cx.db)) {
    await cx.db.selectFrom("offers").select("id").where(ownRow(cx, offerId)).forUpdate().execute()
  }
  return (await countUnits(cx, [offerId])).get(offerId)?.taken ?? 0
}

export interface Units {
  /** Sold, or held by an open checkout. */
  taken: number
  delivered: number
}

/** Counts the units of each offer; an offer without any is missing. */
export async function countUnits(
  cx: Reading & Pick<Member, "workspaceId">,
  offerIds: readonly string[],
): Promise<Map<string, Units>> {
  if (offerIds.length === 0) return new Map()
  const counted = await cx.db
    .selectFrom("purchases")
    .select(({ fn }) => [
      "offer_id",
      fn.countAll<number>().as("taken"),
      fn.countAll<number>().filterWhere("state", "in", ["fulfilled", "comped"]).as("delivered"),
    ])
    .where("workspace_id", "=", cx.workspaceId)
    .where("offer_id", "in", offerIds)
    .where("unit_taken_at", "is not", null)
    .where("unit_released_at", "is", null)
    .groupBy("offer_id")
    .execute()
  return new Map(
    counted.map(({ offer_id, taken, delivered }) => [offer_id, { taken: Number(taken), delivered: Number(delivered) }]),
  )
}

import type { Context, Inside, Reading } from "#access/context.ts"
import { Turns } from "#kernel/bounds/turns.ts"
import { isPostgres } from "#storage/prepared.ts"
import { tooManyBuyers } from "../handover-errors.ts"
import { type OfferTerms, readTerms, termColumns } from "./offer-terms.ts"

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
  of: { offerId: string } | { purchaseId: string | null },
  work: (cx: Inside & Who) => Promise<Result>,
): Promise<Result> {
  const offer = await findLimit(cx, of)
  if (!offer) return cx.atomically(work)
  return turns.run(offer.id, offer.stock_limit === null ? width : 1, () => cx.atomically(work))
}

function findLimit(cx: Reading, of: { offerId: string } | { purchaseId: string | null }) {
  const offers = cx.db.selectFrom("offers").select(["offers.id", "stock_limit"])
  if ("offerId" in of) return offers.where("id", "=", of.offerId).executeTakeFirst()
  return offers
    .innerJoin("purchases", "purchases.offer_id", "offers.id")
    .where("purchases.id", "=", of.purchaseId)
    .executeTakeFirst()
}

/**
 * Reads an offer for a sale. One with a limit is locked until the transaction ends, so that its sales run one at a
 * time. One without gets a shared lock, which only keeps a limit from being set meanwhile.
 */
export async function lockOfferForSale(
  cx: Inside,
  offerId: string,
): Promise<{ stockLimit: number | null; isPaused: boolean; terms: OfferTerms }> {
  const shared = await stockOf(cx, offerId)
    .$if(isPostgres(cx.db), (query) => query.forKeyShare())
    .executeTakeFirstOrThrow()
  const { stock_limit, paused_at, ...terms } = shared.stock_limit === null ? shared : await lockOfferAlone(cx, offerId)
  return { stockLimit: stock_limit, isPaused: paused_at !== null, terms: readTerms(terms) }
}

const stockColumns = ["stock_limit", "paused_at", ...termColumns] as const

function stockOf(cx: Reading, offerId: string) {
  return cx.db.selectFrom("offers").select(stockColumns).where("id", "=", offerId)
}

function lockOfferAlone(cx: Inside, offerId: string) {
  return cx.db
    .updateTable("offers")
    .set((offer) => ({ units_taken: offer.ref("units_taken") }))
    .where("id", "=", offerId)
    .returning(stockColumns)
    .executeTakeFirstOrThrow()
}

/** Takes a unit of an offer that `lockOfferForSale` has locked. */
export async function takeUnit(cx: Inside, offerId: string, stockLimit: number | null): Promise<boolean> {
  if (stockLimit === null) return true
  const taken = await cx.db
    .updateTable("offers")
    .set((offer) => ({ units_taken: offer("units_taken", "+", 1) }))
    .where("id", "=", offerId)
    .whereRef("units_taken", "<", "stock_limit")
    .returning("id")
    .executeTakeFirst()
  return taken !== undefined
}

/** Returns a unit. A constraint fails when more units are returned than were taken. */
export async function returnUnit(cx: Inside, offerId: string): Promise<void> {
  const { stockLimit } = await lockOfferForSale(cx, offerId)
  if (stockLimit === null) return
  await cx.db
    .updateTable("offers")
    .set((offer) => ({ units_taken: offer("units_taken", "-", 1) }))
    .where("id", "=", offerId)
    .execute()
}

/** Counts the units of an offer that gets a limit. Waits for the sales under way; later sales see the limit. */
export async function startCountingUnits(cx: Inside, offerId: string): Promise<number> {
  if (isPostgres(cx.db)) {
    await cx.db.selectFrom("offers").select("id").where("id", "=", offerId).forUpdate().execute()
  }
  return (await countUnits(cx, [offerId])).get(offerId)?.taken ?? 0
}

export interface Units {
  /** Sold, or held by an open checkout. */
  taken: number
  delivered: number
}

/** Counts the units of each offer; an offer without any is missing. */
export async function countUnits(cx: Reading, offerIds: readonly string[]): Promise<Map<string, Units>> {
  if (offerIds.length === 0) return new Map()
  const counted = await cx.db
    .selectFrom("purchases")
    .select(({ fn }) => [
      "offer_id",
      fn.countAll<number>().as("taken"),
      fn.countAll<number>().filterWhere("state", "in", ["fulfilled", "comped"]).as("delivered"),
    ])
    .where("offer_id", "in", offerIds)
    .where("unit_taken_at", "is not", null)
    .where("unit_released_at", "is", null)
    .groupBy("offer_id")
    .execute()
  return new Map(
    counted.map(({ offer_id, taken, delivered }) => [offer_id, { taken: Number(taken), delivered: Number(delivered) }]),
  )
}

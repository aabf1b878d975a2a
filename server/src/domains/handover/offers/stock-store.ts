import type { Inside } from "#access/context.ts"
import { type OfferTerms, readTerms, termColumns } from "./offer-terms.ts"

/**
 * Takes one of the offer's units and locks its row, so that sales and deliveries of this offer take turns until the
 * transaction ends. Returns the offer's limit; undefined when no unit is left.
 */
export function takeUnit(cx: Inside, offerId: string): Promise<{ stock_limit: number | null } | undefined> {
  return cx.db
    .updateTable("offers")
    .set((offer) => ({ units_taken: offer("units_taken", "+", 1) }))
    .where("id", "=", offerId)
    .where((offer) => offer.or([offer("stock_limit", "is", null), offer("units_taken", "<", offer.ref("stock_limit"))]))
    .returning("stock_limit")
    .executeTakeFirst()
}

/** Locks the offer's row and changes nothing. Returns whether its sale is paused, and its terms. */
export async function lockOffer(cx: Inside, offerId: string): Promise<{ isPaused: boolean; terms: OfferTerms }> {
  const { paused_at, ...terms } = await cx.db
    .updateTable("offers")
    .set((offer) => ({ units_taken: offer.ref("units_taken") }))
    .where("id", "=", offerId)
    .returning(["paused_at", ...termColumns])
    .executeTakeFirstOrThrow()
  return { isPaused: paused_at !== null, terms: readTerms(terms) }
}

/** Returns a unit. The database refuses to return more units than were taken, which would be a fault of ours. */
export async function returnUnit(cx: Inside, offerId: string): Promise<void> {
  await cx.db
    .updateTable("offers")
    .set((offer) => ({ units_taken: offer("units_taken", "-", 1) }))
    .where("id", "=", offerId)
    .execute()
}

import type { Inside } from "#access/context.ts"

/**
 * Takes one of the offer's units, and with it the offer's row: whoever sells or hands over this offer takes turns from
 * here to the end of the transaction. Answers the offer's limit; undefined when nothing is left.
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

/** Takes the offer's row and nothing else. */
export async function lockOffer(cx: Inside, offerId: string): Promise<void> {
  await cx.db
    .updateTable("offers")
    .set((offer) => ({ units_taken: offer.ref("units_taken") }))
    .where("id", "=", offerId)
    .execute()
}

/** Gives a unit back. More units given back than were taken is a fault of ours, and the database refuses it. */
export async function returnUnit(cx: Inside, offerId: string): Promise<void> {
  await cx.db
    .updateTable("offers")
    .set((offer) => ({ units_taken: offer("units_taken", "-", 1) }))
    .where("id", "=", offerId)
    .execute()
}

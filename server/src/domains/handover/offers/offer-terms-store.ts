import type { Reading } from "#access/context.ts"
import { type OfferTerms, readTerms, termColumns } from "./offer-terms.ts"

/** The terms of an offer that is there, and where its seller is reached. Read apart from the offer: they can be long. */
export async function getTerms(
  cx: Reading,
  offerId: string,
): Promise<{ terms: OfferTerms; sellerContact: string | null }> {
  const row = await cx.db
    .selectFrom("offers")
    .innerJoin("workspaces", "workspaces.id", "offers.workspace_id")
    .select([...termColumns, "workspaces.contact"])
    .where("offers.id", "=", offerId)
    .executeTakeFirstOrThrow()
  return { terms: readTerms(row), sellerContact: row.contact }
}

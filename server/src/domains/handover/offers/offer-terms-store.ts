import type { Reading } from "#access/context.ts"
import { logoPath } from "#kernel/logo-path.ts"
import { type OfferTerms, readTerms, termColumns } from "./offer-terms.ts"

/** Reads an offer's terms, and its seller's contact and logo. Separate from the offer, since terms can be long. */
export async function getTerms(
  cx: Reading,
  offerId: string,
): Promise<{ terms: OfferTerms; sellerContact: string | null; sellerLogoPath: string | null }> {
  const row = await cx.db
    .selectFrom("offers")
    .innerJoin("workspaces", "workspaces.id", "offers.workspace_id")
    .select([...termColumns, "workspaces.contact", "workspaces.logo_key"])
    .where("offers.id", "=", offerId)
    .executeTakeFirstOrThrow()
  const { contact, logo_key } = row
  return { terms: readTerms(row), sellerContact: contact, sellerLogoPath: logo_key && logoPath(logo_key) }
}

import type { Reading } from "#access/context.ts"
import { selectFields } from "#access/from-row.ts"
import { logoPath } from "#kernel/addresses.ts"
import { sameWorkspace } from "#storage/own-row.ts"
import { type OfferTerms, termNames } from "./offer-fields.ts"
import type { OfferKey } from "./stock-store.ts"

interface WithTerms {
  terms: OfferTerms
  sellerContact: string | null
  sellerLogoPath: string | null
  hasSellerPage: boolean
  isListed: boolean
  /** The origins of the sites that may frame the checkout. */
  sites: string[]
}

/** Reads an offer's terms, and its seller's appearance. Separate from the offer, since terms can be long. */
export async function getTerms(cx: Reading, offer: OfferKey): Promise<WithTerms> {
  const row = await cx.db
    .selectFrom("offers")
    .innerJoin("workspaces", "workspaces.id", "offers.workspace_id")
    .leftJoin("seller_pages", "seller_pages.workspace_id", "offers.workspace_id")
    .leftJoin("listed_offers", sameWorkspace("listed_offers.offer_id", "offers.id"))
    .select(selectFields("offers", termNames))
    .select(["workspaces.contact", "workspaces.logo_key", "sites", "shown_at", "listed_at"])
    .where("offers.workspace_id", "=", offer.workspaceId)
    .where("offers.id", "=", offer.id)
    .executeTakeFirstOrThrow()
  const { contact, logo_key, sites, shown_at, listed_at, ...terms } = row
  return {
    terms,
    sellerContact: contact,
    sellerLogoPath: logo_key && logoPath(logo_key),
    hasSellerPage: shown_at !== null,
    isListed: shown_at !== null && listed_at !== null,
    sites: JSON.parse(sites) as string[],
  }
}

import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { noSuchOffer } from "../handover-errors.ts"
import { accountOf, offerKey, offerLookup, toLookup } from "./get-offer.ts"
import { listCovers } from "./offer-cover-store.ts"
import { offerTerms } from "./offer-fields.ts"
import { findPublicOffer } from "./offer-lookup-store.ts"
import { getTerms } from "./offer-terms-store.ts"
import { availability, availabilityOf, isForSale, offerCover, toCover } from "./public-offer.ts"

/** Returns what the pay page shows: the lookup of the API, and more for people to read. */
export const getOfferPage = publicAction({
  input: z.object({ key: offerKey }),
  output: z.object({
    lookup: offerLookup,
    terms: offerTerms,
    sellerContact: z.string().nullable().describe("Where the seller is reached: an e-mail or an HTTPS address."),
    sellerLogoPath: z.string().nullable().describe("Of the seller's picture, below the base address."),
    files: z.array(z.object({ key: z.string(), name: z.string(), sizeBytes: z.int() })),
    cover: offerCover.nullable(),
    isForSale: z.boolean().describe("It is free, or an account can be charged for it."),
    availability,
    hasSellerPage: z.boolean().describe("Visitors see the seller's page."),
    isListed: z.boolean().describe("The seller's page lists it. Search engines may list it then."),
    sites: z.array(z.string()).describe("The origins of the sites that may frame the checkout."),
    isPaused: z.boolean().describe("The seller has paused the sale, whether something is left or not."),
  }),
  async run(cx, { key }) {
    const found = await findPublicOffer(cx, key, accountOf(cx))
    if (!found) throw noSuchOffer()
    const seller = await getTerms(cx, found)
    const files = found.files.map(({ key, name, sizeBytes }) => ({ key, name, sizeBytes }))
    const [cover] = await listCovers(cx, found.workspaceId, [found.id])
    const shown = cover ? toCover(cx, cover) : null
    const sale = {
      isForSale: isForSale(cx, found),
      isPaused: found.pausedAt !== null,
      availability: availabilityOf(cx, found),
    }
    return { lookup: toLookup(cx, found), cover: shown, ...seller, files, ...sale }
  },
})

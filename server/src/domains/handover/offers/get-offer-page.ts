import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { noSuchOffer } from "../handover-errors.ts"
import { accountOf, offerKey, offerLookup, toLookup } from "./get-offer.ts"
import { findPublicOffer } from "./offer-lookup-store.ts"

/** What the pay page shows: what the lookup answers, and what only people want to know. */
export const getOfferPage = publicAction({
  input: z.object({ key: offerKey }),
  output: z.object({
    lookup: offerLookup,
    isPaused: z.boolean().describe("The seller has paused the sale, whether something is left or not."),
  }),
  async run(cx, { key }) {
    const found = await findPublicOffer(cx, key, accountOf(cx))
    if (!found) throw noSuchOffer()
    return { lookup: toLookup(cx, found), isPaused: found.pausedAt !== null }
  },
})

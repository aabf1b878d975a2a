import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { notFound } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { countOwnOffers, putListedOffers } from "./listed-offer-store.ts"
import { ownSellerPage, showOwnPage } from "./own-seller-page.ts"
import { takeOwnPage } from "./seller-page-store.ts"

const maxListed = 100

export const setListedOffers = workspaceAction("admin", "console", {
  changes: ["seller-page"],
  input: z.object({
    offerIds: z
      .array(idInput)
      .max(maxListed, `must have at most ${maxListed} offers`)
      .refine((ids) => new Set(ids).size === ids.length, "must not name an offer twice")
      .describe("The offers that the page shows, in order. Others are not listed."),
  }),
  output: ownSellerPage,
  async run(cx, { offerIds }) {
    const { addresses } = cx
    return cx.atomically(async (cx) => {
      await takeOwnPage(cx)
      if ((await countOwnOffers(cx, offerIds)) < offerIds.length) throw noSuchListedOffer()
      await putListedOffers(cx, offerIds)
      return showOwnPage(cx, addresses)
    })
  },
})

const noSuchListedOffer = () => notFound("Offer not found.", "Choose one from Offers.")

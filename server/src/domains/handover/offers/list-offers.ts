import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { listSorts } from "#contract/console/list-sorts.ts"
import { sortedListOf } from "#kernel/cursor.ts"
import { listInput, listOutput, sortInput } from "#kernel/list-input.ts"
import { listOfferRows } from "./offer-store.ts"
import { findBelongings, offerState, ownOffer, toOwnOffer } from "./own-offer.ts"

const pages = sortedListOf("offers", ["title"])

export const listOffers = workspaceAction("viewer", "console", {
  input: z.object({ state: offerState.optional(), sort: sortInput(listSorts.offers), ...listInput(50) }),
  output: listOutput(ownOffer),
  async run(cx, { state, ...asked }) {
    const page = await pages.find(asked, (part) => listOfferRows(cx, { state, ...part }))
    const belongings = await findBelongings(cx, page.items)
    return { ...page, items: page.items.map((row) => toOwnOffer(cx.addresses, row, belongings)) }
  },
})

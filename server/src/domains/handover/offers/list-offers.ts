import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { byCreation, listOf } from "#kernel/cursor.ts"
import { listInput, listOutput } from "#kernel/list-input.ts"
import { listOfferRows } from "./offer-store.ts"
import { findBelongings, offerState, ownOffer, toOwnOffer } from "./own-offer.ts"

const pages = listOf("offers", byCreation)

export const listOffers = workspaceAction({
  scope: "console",
  role: "viewer",
  input: z.object({ state: offerState.optional(), ...listInput(50) }),
  output: listOutput(ownOffer),
  async run(cx, { state, ...asked }) {
    const page = await pages.find(asked, (part) => listOfferRows(cx, { state, ...part }))
    const belongings = await findBelongings(cx, page.items)
    return { ...page, items: page.items.map((row) => toOwnOffer(cx.addresses, row, belongings)) }
  },
})

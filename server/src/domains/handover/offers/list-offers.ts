import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { byCreation, listOf } from "#kernel/cursor.ts"
import { listInput, listOutput } from "#kernel/list-input.ts"
import { listOfferFiles } from "./offer-file-store.ts"
import { listOfferRows } from "./offer-store.ts"
import { ownOffer, toOwnOffer } from "./own-offer.ts"

const pages = listOf("offers")

/** The workspace's offers, newest first. Viewers may. */
export const listOffers = workspaceAction({
  scope: "console",
  role: "viewer",
  input: z.object({ state: ownOffer.shape.state.optional(), ...listInput(50) }),
  output: listOutput(ownOffer),
  async run(cx, { state, limit, cursor }) {
    const place = pages.read(cursor)
    const rows = await listOfferRows(cx, { limit, place, state })
    const page = pages.toPage(rows, limit, byCreation)
    const files = await listOfferFiles(
      cx,
      page.items.map((row) => row.id),
    )
    return { ...page, items: page.items.map((row) => toOwnOffer(cx.addresses, row, files)) }
  },
})

import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { listOf } from "#kernel/cursor.ts"
import { cursor, limit } from "../seller-input.ts"
import { listOfferFiles } from "./offer-file-store.ts"
import { listOfferRows } from "./offer-store.ts"
import { ownOffer, toOwnOffer } from "./own-offer.ts"

const pages = listOf("offers")

/** The workspace's offers, newest first. Viewers may. */
export const listOffers = workspaceAction({
  scope: "console",
  role: "viewer",
  input: z.object({ state: ownOffer.shape.state.optional(), limit, cursor }),
  output: z.object({ items: z.array(ownOffer), nextCursor: z.string().optional() }),
  async run(cx, { state, limit, cursor }) {
    const place = pages.read(cursor)
    const rows = await listOfferRows(cx, { limit, place, state })
    const page = pages.toPage(rows, limit, (row) => ({ at: row.created_at, id: row.id }))
    const files = await listOfferFiles(
      cx,
      page.items.map((row) => row.id),
    )
    return { ...page, items: page.items.map((row) => toOwnOffer(cx.addresses, row, files)) }
  },
})

import { z } from "zod"
import type { Context } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import {
  availability,
  availabilityOf,
  listCovers,
  offerCover,
  payUrl,
  shownFields,
  shownOf,
  toCover,
} from "../offers/index.ts"
import { findSellerProcessorAccounts } from "../seller-processor-account-store.ts"
import { listListedRows } from "./listed-offers-store.ts"

/** An offer on its seller's page. */
export const shownOffer = z.object({
  ...shownFields,
  availability,
  url: z.url().describe("Its pay page."),
  cover: offerCover.nullable(),
  listedAt: z.int().describe("Epoch milliseconds."),
  updatedAt: z.int().describe("Epoch milliseconds."),
})

/** Lists the offers that visitors see on a seller's page, in the seller's order. */
export async function listShownOffers(cx: Context, workspaceId: WorkspaceId): Promise<z.output<typeof shownOffer>[]> {
  const rows = await listListedRows(cx, workspaceId)
  const ids = rows.map(({ id }) => id)
  const covers = await listCovers(cx, workspaceId, ids)
  const processorAccounts = await findSellerProcessorAccounts(cx, workspaceId)
  return rows.map((row) => {
    const cover = covers.find(({ offer_id }) => offer_id === row.id)
    return {
      ...shownOf(row),
      availability: availabilityOf(cx, { ...row, processorAccounts }),
      url: payUrl(cx, row.shortKey ?? ""),
      cover: cover ? toCover(cx, cover) : null,
      ...{ listedAt: row.listedAt, updatedAt: row.updatedAt },
    }
  })
}

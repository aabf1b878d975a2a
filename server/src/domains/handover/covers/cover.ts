import { z } from "zod"
import type { Outside } from "#access/context.ts"
import type { CoverRow } from "./cover-store.ts"

/** The picture on an offer's pay page. */
export const offerCover = z.object({
  url: z.url().describe("On the files' host; another picture has another address."),
  width: z.int().describe("In pixels."),
  height: z.int().describe("In pixels."),
})

type OfferCover = z.output<typeof offerCover>

export function toCover({ addresses }: Pick<Outside, "addresses">, row: CoverRow): OfferCover {
  return { url: `${addresses.files}/${row.id}`, width: row.width, height: row.height }
}

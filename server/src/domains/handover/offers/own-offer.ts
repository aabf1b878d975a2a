import { z } from "zod"
import type { Member } from "#access/caller.ts"
import type { Inside, Outside, Reading } from "#access/context.ts"
import { fromRow } from "#access/from-row.ts"
import { ServiceError } from "#kernel/error.ts"
import { type CoverRow, listCovers } from "./offer-cover-store.ts"
import { listOfferFiles, type OfferFile } from "./offer-file-store.ts"
import { type OfferRow, takeOffer } from "./offer-store.ts"
import { offerTerms } from "./offer-terms.ts"
import { offerCover, payUrl, toCover } from "./public-offer.ts"
import { countUnits, type Units } from "./stock-store.ts"

/** A published offer can be bought; a paused one is only shown. */
export const offerState = z.enum(["draft", "published", "paused", "archived"])

export const ownOffer = z.object({
  id: z.string(),
  key: z.string().describe("The offer's name inside the workspace; never changes."),
  state: offerState,
  isSuspended: z.boolean().describe("An operator has stopped its sale."),
  title: z.string(),
  description: z.string().nullable(),
  priceCents: z.int(),
  currency: z.string(),
  stockLimit: z.int().nullable(),
  ...offerTerms.shape,
  delivered: z.int().describe("The number of delivered purchases without a refund."),
  unitsTaken: z.int().describe("Sold, or held by an open checkout."),
  shortKey: z.string().nullable().describe("Given when it is first published."),
  payUrl: z.url().nullable().describe("Where buyers buy it."),
  cover: offerCover.nullable().describe("The picture on its pay page."),
  files: z.array(
    z.object({
      key: z.string().describe("The file's key in the offer."),
      fileId: z.string().describe("The file in the drive."),
      name: z.string(),
      contentType: z.string(),
      sizeBytes: z.int(),
    }),
  ),
  createdAt: z.int().describe("Epoch milliseconds."),
  updatedAt: z.int().describe("Epoch milliseconds."),
})

export type OwnOffer = z.output<typeof ownOffer>

interface Belongings {
  files: readonly OfferFile[]
  covers: readonly CoverRow[]
  /** By offer. */
  units: ReadonlyMap<string, Units>
}

/** The caller has checked that the offers are its own. */
export async function findBelongings(cx: Reading, rows: readonly OfferRow[]): Promise<Belongings> {
  const ids = rows.map(({ id }) => id)
  return {
    files: await listOfferFiles(cx, ids),
    covers: await listCovers(cx, ids),
    units: await countUnits(cx, ids),
  }
}

export async function showOffer(cx: Reading, addresses: Outside["addresses"], row: OfferRow): Promise<OwnOffer> {
  return toOwnOffer(addresses, row, await findBelongings(cx, [row]))
}

export async function takeOwnOffer(cx: Inside & Member, id: string): Promise<OfferRow> {
  const row = await takeOffer(cx, id)
  if (!row) throw notYourOffer()
  return row
}

export function toOwnOffer(
  addresses: Outside["addresses"],
  row: OfferRow,
  { files, covers, units }: Belongings,
): OwnOffer {
  const cover = covers.find((cover) => cover.offer_id === row.id)
  return fromRow(ownOffer, row, {
    state: row.paused_at === null ? row.state : "paused",
    isSuspended: row.suspended_at !== null,
    delivered: units.get(row.id)?.delivered ?? 0,
    unitsTaken: row.stock_limit === null ? (units.get(row.id)?.taken ?? 0) : row.units_taken,
    payUrl: row.short_key === null ? null : payUrl({ addresses }, row.short_key),
    cover: cover ? toCover({ addresses }, cover) : null,
    files: files.filter((file) => file.offerId === row.id).map(({ offerId, position, ...file }) => file),
  })
}

export const notYourOffer = () =>
  new ServiceError("not_found", "Offer not found.", {
    hint: "Choose one from Offers.",
  })

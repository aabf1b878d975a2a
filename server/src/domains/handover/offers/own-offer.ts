import { z } from "zod"
import type { Inside, Member, Outside, Reading } from "#access/context.ts"
import { fromRow } from "#access/from-row.ts"
import { event, noteEvent, withExample } from "#changes/note-event.ts"
import { notFound } from "#kernel/error.ts"
import { toIso } from "#kernel/time/iso.ts"
import { type CoverRow, listCovers } from "./offer-cover-store.ts"
import { offerTerms, shownFields } from "./offer-fields.ts"
import { listOfferFiles, type OfferFile } from "./offer-file-store.ts"
import { findOwnOffer, type OfferRow, takeOffer } from "./offer-store.ts"
import { offerCover, payUrl, toCover } from "./public-offer.ts"
import { countUnits, type Units } from "./stock-store.ts"

/** A published offer can be bought; a paused one is only shown. */
export const offerState = z.enum(["draft", "published", "paused", "archived"])

const stateOf = (row: OfferRow): z.output<typeof offerState> => (row.paused_at === null ? row.state : "paused")

export const ownOffer = z.object({
  id: z.string(),
  key: z.string().describe("The offer's name inside the workspace; never changes."),
  state: offerState,
  isSuspended: z.boolean().describe("An operator has stopped its sale."),
  ...shownFields,
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
export async function findBelongings(cx: Reading & Member, rows: readonly OfferRow[]): Promise<Belongings> {
  const ids = rows.map(({ id }) => id)
  return {
    files: await listOfferFiles(cx, cx.workspaceId, ids),
    covers: await listCovers(cx, cx.workspaceId, ids),
    units: await countUnits(cx, ids),
  }
}

export async function showOffer(
  cx: Reading & Member,
  addresses: Outside["addresses"],
  row: OfferRow,
): Promise<OwnOffer> {
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
    state: stateOf(row),
    isSuspended: row.suspended_at !== null,
    delivered: units.get(row.id)?.delivered ?? 0,
    unitsTaken: row.stock_limit === null ? (units.get(row.id)?.taken ?? 0) : row.units_taken,
    payUrl: row.short_key === null ? null : payUrl({ addresses }, row.short_key),
    cover: cover ? toCover({ addresses }, cover) : null,
    files: files.filter((file) => file.offerId === row.id).map(({ offerId, position, ...file }) => file),
  })
}

export const notYourOffer = () => notFound("Offer not found.", "Choose one from Offers.")

const eventData = z.object({
  id: z.string(),
  title: z.string(),
  state: offerState,
  isSuspended: z.boolean().describe("An operator has stopped its sale."),
  priceCents: z.int().describe("In minor units of `currency`."),
  currency: z.string().describe("ISO 4217, in lower case."),
  stockLimit: z.int().nullable(),
  payUrl: z.url().nullable().describe("Where buyers buy it. Null until it is first published."),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

/** Declares an event of an offer. Its example is on sale, without a limit of copies. */
const ofOffer = (name: string, sentence: string, example: Partial<z.input<typeof eventData>> = {}) =>
  withExample(
    {
      ...{ state: "published", isSuspended: false, stockLimit: null, payUrl: "https://example.com/pay/demo" },
      ...example,
    },
    event(`offer.${name}`, eventData, sentence),
  )

export const offerEvents = {
  created: ofOffer("created", "A draft of an offer was created.", { state: "draft", payUrl: null }),
  updated: ofOffer("updated", "An offer's terms were changed, or a suspension was lifted."),
  published: ofOffer("published", "An offer is on sale."),
  paused: ofOffer("paused", "An offer's sale was paused.", { state: "paused" }),
  resumed: ofOffer("resumed", "A paused offer is on sale again."),
  archived: ofOffer("archived", "An offer's sale was ended.", { state: "archived" }),
  suspended: ofOffer("suspended", "An operator stopped an offer's sale.", { isSuspended: true }),
}

export function announceOffer(
  cx: Inside,
  name: keyof typeof offerEvents,
  { id, workspace_id: workspaceId, addresses }: Pick<OfferRow, "id" | "workspace_id"> & Pick<Outside, "addresses">,
): void {
  noteEvent(cx, {
    ...{ workspaceId, type: offerEvents[name], subject: id },
    data: async () => {
      const row = await findOwnOffer({ ...cx, workspaceId }, id)
      if (!row) throw new Error("The offer of an event must exist.")
      const { title, price_cents: priceCents, currency, stock_limit: stockLimit } = row
      return {
        ...{ id, title, priceCents, currency, stockLimit },
        state: stateOf(row),
        isSuspended: row.suspended_at !== null,
        payUrl: row.short_key === null ? null : payUrl({ addresses }, row.short_key),
        ...{ createdAt: toIso(row.created_at), updatedAt: toIso(row.updated_at) },
      }
    },
  })
}

import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Inside, Member } from "#access/context.ts"
import { toColumns } from "#access/from-row.ts"
import { idInput } from "#kernel/id-input.ts"
import { newId, randomText } from "#kernel/ids.ts"
import { maxFiles, putFile } from "./add-offer-file.ts"
import { writtenFields } from "./offer-fields.ts"
import { insertOffer, type NewOffer, type OfferRow } from "./offer-store.ts"
import { announceOffer, ownOffer, showOffer } from "./own-offer.ts"
import { checkPrice } from "./price-rule.ts"

const { title, priceCents, currency } = writtenFields

/** Creates a draft, with its files where the seller has chosen some. */
export const createOffer = workspaceAction("member", "console", {
  changes: ["offers"],
  input: z.object({
    ...z.object(writtenFields).partial().shape,
    ...{ title, priceCents, currency },
    fileIds: z
      .array(idInput)
      .max(maxFiles)
      .refine((ids) => new Set(ids).size === ids.length, "must not name a file twice")
      .default([])
      .describe("Files in the workspace's drive, in the order that buyers see."),
  }),
  output: ownOffer,
  async run(cx, { fileIds, ...written }) {
    const { addresses } = cx
    checkPrice(cx, written.priceCents, written.currency)
    return cx.atomically(async (cx) => {
      const row = await insertDraft(cx, toColumns(written))
      for (const [position, fileId] of fileIds.entries()) {
        await putFile(cx, { offerId: row.id, fileId, name: null, position })
      }
      announceOffer(cx, "created", { ...row, addresses })
      return showOffer(cx, addresses, row)
    })
  },
})

type Draft = Partial<NewOffer> & Pick<OfferRow, "title" | "price_cents" | "currency">

async function insertDraft(cx: Inside & Member, draft: Draft): Promise<OfferRow> {
  const key = keyOf(draft.title)
  for (let tries = 0; tries < 5; tries += 1) {
    const row = await insertOffer(cx, {
      ...draft,
      id: newId("offer"),
      key: tries === 0 ? key : `${key}-${randomText("abcdefghijklmnopqrstuvwxyz0123456789", 4)}`,
      state: "draft",
      units_taken: 0,
      created_at: cx.now(),
      updated_at: cx.now(),
    })
    if (row) return row
  }
  throw new Error("All five keys that were tried for a title are taken.")
}

/** The title in ASCII, words joined by hyphens: `Été à Paris` becomes `ete-a-paris`. */
function keyOf(title: string): string {
  const ascii = title
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
  const words = ascii.replace(/[^a-z0-9]+/g, "-").slice(0, 40)
  return words.replace(/^-|-$/g, "") || "offer"
}

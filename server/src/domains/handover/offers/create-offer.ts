import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Member } from "#access/caller.ts"
import type { Inside } from "#access/context.ts"
import { newId, randomText } from "#kernel/ids.ts"
import { currency, description, priceCents, stockLimit, title } from "../seller-input.ts"
import { insertOffer, type OfferRow } from "./offer-store.ts"
import { ownOffer, toOwnOffer } from "./own-offer.ts"
import { checkPrice } from "./price-rule.ts"

export const createOffer = workspaceAction({
  scope: "console",
  role: "member",
  changes: ["offers"],
  input: z.object({
    title,
    description: description.default(null),
    priceCents,
    currency,
    stockLimit: stockLimit.default(null),
  }),
  output: ownOffer,
  async run(cx, input) {
    checkPrice(cx, input.priceCents, input.currency)
    const row = await cx.atomically((cx) =>
      insertDraft(cx, {
        title: input.title,
        description: input.description,
        price_cents: input.priceCents,
        currency: input.currency,
        stock_limit: input.stockLimit,
      }),
    )
    return toOwnOffer(cx.addresses, row, { files: [], covers: [], units: new Map() })
  },
})

type Draft = Pick<OfferRow, "title" | "description" | "price_cents" | "currency" | "stock_limit">

async function insertDraft(cx: Inside & Member, draft: Draft): Promise<OfferRow> {
  const key = keyOf(draft.title)
  for (let tries = 0; tries < 5; tries += 1) {
    const row = await insertOffer(cx, {
      ...draft,
      id: newId("offer"),
      key: tries === 0 ? key : `${key}-${randomText("abcdefghijklmnopqrstuvwxyz0123456789", 4)}`,
      short_key: null,
      state: "draft",
      units_taken: 0,
      paused_at: null,
      suspended_at: null,
      licence: null,
      refund_terms: null,
      tax_line: null,
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

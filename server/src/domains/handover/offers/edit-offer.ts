import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { currency, description, priceCents, stockLimit, title } from "../seller-input.ts"
import { type OfferRow, updateOffer } from "./offer-store.ts"
import { ownOffer, showOffer, takeOwnOffer } from "./own-offer.ts"
import { checkPrice } from "./price-rule.ts"

/**
 * Changes what is given and leaves the rest. Open checkouts and purchases keep the offer as it was when they began. A
 * stock limit below what is taken already ends the sale and takes nothing back. Members may.
 */
export const editOffer = workspaceAction({
  scope: "console",
  role: "member",
  input: z.object({
    id: idInput,
    title: title.optional(),
    description: description.optional(),
    priceCents: priceCents.optional(),
    currency: currency.optional(),
    stockLimit: stockLimit.optional(),
  }),
  output: ownOffer,
  async run(cx, { id, ...changes }) {
    const { addresses, payments } = cx
    return cx.atomically(async (cx) => {
      const before = await takeOwnOffer(cx, id)
      checkPrice({ payments }, changes.priceCents ?? before.price_cents, changes.currency ?? before.currency)
      return showOffer(cx, addresses, await updateOffer(cx, id, toColumns(changes)))
    })
  },
})

type Changes = Partial<Record<"title" | "currency", string | undefined>> & {
  description?: string | null | undefined
  priceCents?: number | undefined
  stockLimit?: number | null | undefined
}

/** What is left out stays as it is; null is a value. */
function toColumns(changes: Changes): Partial<OfferRow> {
  return {
    ...(changes.title === undefined ? {} : { title: changes.title }),
    ...(changes.description === undefined ? {} : { description: changes.description }),
    ...(changes.priceCents === undefined ? {} : { price_cents: changes.priceCents }),
    ...(changes.currency === undefined ? {} : { currency: changes.currency }),
    ...(changes.stockLimit === undefined ? {} : { stock_limit: changes.stockLimit }),
  }
}

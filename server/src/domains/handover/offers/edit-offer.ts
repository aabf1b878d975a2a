import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { currency, description, licence, priceCents, refundTerms, stockLimit, taxLine, title } from "../seller-input.ts"
import { updateOffer } from "./offer-store.ts"
import { announceOffer, ownOffer, showOffer, takeOwnOffer } from "./own-offer.ts"
import { checkPrice } from "./price-rule.ts"
import { startCountingUnits } from "./stock-store.ts"

/** Open checkouts and purchases keep the offer as it was. A stock limit below the units taken only ends the sale. */
export const editOffer = workspaceAction({
  scope: "console",
  role: "member",
  changes: ["offers"],
  input: z.object({
    id: idInput,
    title: title.optional(),
    description: description.optional(),
    priceCents: priceCents.optional(),
    currency: currency.optional(),
    stockLimit: stockLimit.optional(),
    licence: licence.optional(),
    refundTerms: refundTerms.optional(),
    taxLine: taxLine.optional(),
  }),
  output: ownOffer,
  async run(cx, { id, priceCents, stockLimit, refundTerms, taxLine, ...rest }) {
    const { addresses, payments } = cx
    return cx.atomically(async (cx) => {
      const before = await takeOwnOffer(cx, id)
      checkPrice({ payments }, priceCents ?? before.price_cents, rest.currency ?? before.currency)
      const isNewlyLimited = before.stock_limit === null && typeof stockLimit === "number"
      const units_taken = isNewlyLimited ? await startCountingUnits(cx, id) : undefined
      const offer = await updateOffer(cx, id, {
        ...{ ...rest, price_cents: priceCents, stock_limit: stockLimit, units_taken },
        ...{ refund_terms: refundTerms, tax_line: taxLine },
      })
      announceOffer(cx, "updated", { ...offer, addresses })
      return showOffer(cx, addresses, offer)
    })
  },
})

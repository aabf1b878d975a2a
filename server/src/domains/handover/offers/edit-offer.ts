import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { toColumns } from "#access/from-row.ts"
import { idInput } from "#kernel/id-input.ts"
import { writtenFields } from "./offer-fields.ts"
import { updateOffer } from "./offer-store.ts"
import { announceOffer, ownOffer, showOffer, takeOwnOffer } from "./own-offer.ts"
import { checkPrice } from "./price-rule.ts"
import { startCountingUnits } from "./stock-store.ts"

/** Open checkouts and purchases keep the offer as it was. A stock limit below the units taken only ends the sale. */
export const editOffer = workspaceAction("member", "console", {
  changes: ["offers"],
  input: z.object({ id: idInput, ...z.object(writtenFields).partial().shape }),
  output: ownOffer,
  async run(cx, { id, ...written }) {
    const { addresses, payments } = cx
    return cx.atomically(async (cx) => {
      const before = await takeOwnOffer(cx, id)
      checkPrice({ payments }, written.priceCents ?? before.price_cents, written.currency ?? before.currency)
      const isNewlyLimited = before.stock_limit === null && typeof written.stockLimit === "number"
      const units_taken = isNewlyLimited ? await startCountingUnits(cx, id) : undefined
      const offer = await updateOffer(cx, id, { ...toColumns(written), units_taken })
      announceOffer(cx, "updated", { ...offer, addresses })
      return showOffer(cx, addresses, offer)
    })
  },
})

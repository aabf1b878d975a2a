import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { conflict, type ServiceError } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { atomicallyForOffer } from "../offers/index.ts"
import type { PurchaseState } from "../purchase-states.ts"
import { getOwnPurchase, ownPurchase, toOwnPurchase } from "../purchases/index.ts"
import { lineOf } from "../seller-input.ts"
import { requestRefund } from "./request-refund.ts"

/** Refunds a payment in full. The delivery ends at once and the money follows. Admins only, since it is about money. */
export const refundPurchase = workspaceAction("admin", "console", {
  changes: ["purchases"],
  input: z.object({
    id: idInput,
    reason: lineOf(200).default("Refunded by the seller.").describe("A sentence that the buyer reads as well."),
  }),
  output: ownPurchase,
  async run(cx, { id, reason }) {
    const key = { id, workspace_id: cx.workspaceId }
    return atomicallyForOffer(cx, { purchase: key }, async (cx) => {
      await getOwnPurchase(cx, id)
      await requestRefund(cx, key, reason)
      // Read again: another request may have started the same refund a moment ago.
      const purchase = await getOwnPurchase(cx, id)
      if (!isRefunded(purchase.state)) throw nothingToRefund(purchase.state)
      return toOwnPurchase(purchase)
    })
  },
})

const isRefunded = (state: PurchaseState) => state === "refunding" || state === "refunded"

function nothingToRefund(state: PurchaseState): ServiceError {
  if (state === "disputed") {
    return conflict("This payment is disputed.", "To refund it, accept the dispute in Stripe.")
  }
  return conflict("Nothing was charged for this purchase.", "Revoke access instead.")
}

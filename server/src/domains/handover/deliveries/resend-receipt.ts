import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { conflict } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { getOwnPurchase, ownPurchase, toOwnPurchase } from "../purchases/index.ts"
import { findDelivery } from "./delivery-store.ts"
import { isDelivered } from "./open-delivery.ts"
import { sendReceiptAgain } from "./send-receipt-again.ts"

export const resendReceipt = workspaceAction("member", "console", {
  input: z.object({ id: idInput }),
  output: ownPurchase,
  async run(cx, { id }) {
    const purchase = await getOwnPurchase(cx, id)
    const delivery = await findDelivery(cx, id)
    if (!delivery || !isDelivered(delivery)) throw nothingToSend()
    await sendReceiptAgain(cx, delivery)
    return toOwnPurchase(purchase)
  },
})

export const nothingToSend = () =>
  conflict("This purchase has no delivery link to send.", "If access was revoked, restore it first.")

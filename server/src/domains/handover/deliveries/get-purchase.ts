import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { getOwnPurchase, ownPurchase, toOwnPurchase } from "../purchases/index.ts"
import { deliveryUrl } from "./delivery.ts"
import { findDelivery } from "./delivery-store.ts"
import { isDelivered } from "./open-delivery.ts"

/** One purchase of the workspace with its delivery link, for buyers without a mail address or mail. Members may. */
export const getPurchase = workspaceAction({
  scope: "console",
  role: "member",
  input: z.object({ id: idInput }),
  output: ownPurchase.extend({
    deliveryUrl: z.url().nullable().describe("Opens the files to whoever has it; null when there is nothing to open."),
  }),
  async run(cx, { id }) {
    const purchase = await getOwnPurchase(cx, id)
    const delivery = await findDelivery(cx, id)
    const isOpen = delivery !== undefined && isDelivered(delivery)
    return { ...toOwnPurchase(purchase), deliveryUrl: isOpen ? deliveryUrl(cx, delivery) : null }
  },
})

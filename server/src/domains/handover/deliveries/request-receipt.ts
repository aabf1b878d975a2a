import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { deliveryLinkInput } from "./get-delivery.ts"
import { limitNetwork } from "./mail-limits.ts"
import { getOpenDelivery } from "./open-delivery.ts"
import { sendReceiptAgain } from "./send-receipt-again.ts"

export const requestReceipt = publicAction({
  input: z.object({ link: deliveryLinkInput }),
  output: z.object({ accepted: z.literal(true) }),
  async run(cx, { link }) {
    const purchase = await getOpenDelivery(cx, link)
    await limitNetwork(cx)
    await sendReceiptAgain(cx, purchase)
    return { accepted: true as const }
  },
})

import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { ServiceError } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { getOwnPurchase, ownPurchase, restoreDeliveryRow, toOwnPurchase } from "../purchases/index.ts"

/**
 * Delivers the files of a revoked purchase again, under a new link. Old links remain invalid, so send the receipt
 * again. Doing it twice changes nothing. Admins may.
 */
export const restoreDelivery = workspaceAction({
  scope: "console",
  role: "admin",
  changes: ["purchases"],
  input: z.object({ id: idInput }),
  output: ownPurchase,
  async run(cx, { id }) {
    return cx.atomically(async (cx) => {
      await restoreDeliveryRow(cx, id)
      const purchase = await getOwnPurchase(cx, id)
      const isHandedOver = purchase.state === "fulfilled" || purchase.state === "comped"
      if (!isHandedOver || purchase.delivery_revoked_at !== null) throw nothingToRestore()
      return toOwnPurchase(purchase)
    })
  },
})

const nothingToRestore = () =>
  new ServiceError("conflict", "This purchase is not paid for, so its delivery cannot be restored.", {
    hint: "Files are given for purchases that are paid and neither refunded nor disputed.",
  })

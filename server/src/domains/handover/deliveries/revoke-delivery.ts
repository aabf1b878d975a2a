import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { ServiceError } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { getOwnPurchase, ownPurchase, revokeDeliveryRow, toOwnPurchase } from "../purchases/index.ts"

/**
 * Ends every link and file address of a purchase at once. No money moves. Doing it twice changes nothing. The buyer
 * loses what they paid for, so only admins may.
 */
export const revokeDelivery = workspaceAction({
  scope: "console",
  role: "admin",
  changes: ["purchases"],
  input: z.object({ id: idInput }),
  output: ownPurchase,
  async run(cx, { id }) {
    return cx.atomically(async (cx) => {
      await revokeDeliveryRow(cx, id)
      const purchase = await getOwnPurchase(cx, id)
      if (purchase.delivery_revoked_at === null) throw nothingToRevoke()
      return toOwnPurchase(purchase)
    })
  },
})

const nothingToRevoke = () =>
  new ServiceError("conflict", "This purchase has not been handed over, so there is nothing to revoke.")

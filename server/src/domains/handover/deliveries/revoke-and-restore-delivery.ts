import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { conflict } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import {
  announceDelivery,
  getOwnPurchase,
  ownPurchase,
  restoreDeliveryRow,
  revokeDeliveryRow,
  toOwnPurchase,
} from "../purchases/index.ts"

/** Ends every link and file address of a purchase. The buyer loses what they paid for, so only admins may. */
export const revokeDelivery = workspaceAction("admin", "console", {
  changes: ["purchases"],
  input: z.object({ id: idInput }),
  output: ownPurchase,
  async run(cx, { id }) {
    return cx.atomically(async (cx) => {
      const isRevoked = await revokeDeliveryRow(cx, id)
      const purchase = await getOwnPurchase(cx, id)
      if (isRevoked) announceDelivery(cx, "revoked", purchase)
      if (purchase.delivery_revoked_at === null) throw nothingToRevoke()
      return toOwnPurchase(purchase)
    })
  },
})

const nothingToRevoke = () => conflict("This purchase wasn't delivered, so there is no access to revoke.")

/** Delivers a revoked purchase again, under a new link. Old links remain invalid, so send the receipt again. */
export const restoreDelivery = workspaceAction("admin", "console", {
  changes: ["purchases"],
  input: z.object({ id: idInput }),
  output: ownPurchase,
  async run(cx, { id }) {
    return cx.atomically(async (cx) => {
      const isRestored = await restoreDeliveryRow(cx, id)
      const purchase = await getOwnPurchase(cx, id)
      if (isRestored) announceDelivery(cx, "restored", purchase)
      const isHandedOver = purchase.state === "fulfilled" || purchase.state === "comped"
      if (!isHandedOver || purchase.delivery_revoked_at !== null) throw nothingToRestore()
      return toOwnPurchase(purchase)
    })
  },
})

const nothingToRestore = () =>
  conflict("Access to this purchase can't be restored.", "It must be paid, and not refunded or disputed.")

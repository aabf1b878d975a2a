import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { idInput } from "#kernel/id-input.ts"
import { notYourPaymentAccount } from "./own-payment-account.ts"
import { disablePaymentAccountRow, takePaymentAccountRows } from "./payment-account-store.ts"

/**
 * Disables a processor account and removes its webhook at Stripe. The sealed keys stay for refunds of old sales; revoke
 * them at Stripe to end that too.
 */
export const removePaymentAccount = workspaceAction("admin", "console", {
  changes: ["payment-accounts"],
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    await cx.atomically(async (cx) => {
      const present = await takePaymentAccountRows(cx)
      const row = present.find((row) => row.id === id)
      if (!row) throw notYourPaymentAccount()
      await disablePaymentAccountRow(cx, row)
    })
    const { accountId, workspaceId, network } = cx
    recordSecurityEvent(cx, "payment_account_changed", { accountId, workspaceId, reason: "removed", network })
    return { id }
  },
})

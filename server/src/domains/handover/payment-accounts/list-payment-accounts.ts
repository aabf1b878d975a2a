import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { ownPaymentAccount } from "./own-payment-account.ts"
import { listPaymentAccountRows } from "./payment-account-store.ts"
import { showPaymentAccounts } from "./show-payment-accounts.ts"

export const listPaymentAccounts = workspaceAction("admin", "console", {
  input: z.object({}),
  output: z.object({ items: z.array(ownPaymentAccount) }),
  async run(cx) {
    return { items: await showPaymentAccounts(cx, await listPaymentAccountRows(cx)) }
  },
})

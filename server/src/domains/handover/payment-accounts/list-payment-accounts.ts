import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { ownPaymentAccount, toOwnPaymentAccount } from "./own-payment-account.ts"
import { listPaymentAccountRows } from "./payment-account-store.ts"
import { listProcessorRows } from "./processor-account-store.ts"

/** Lists the workspace's processor accounts: at most one active and one that waits for its webhook. Admins may. */
export const listPaymentAccounts = workspaceAction({
  scope: "console",
  role: "admin",
  input: z.object({}),
  output: z.object({ items: z.array(ownPaymentAccount) }),
  async run(cx) {
    const rows = await listPaymentAccountRows(cx)
    const processors = await listProcessorRows(
      cx,
      rows.map(({ id }) => id),
    )
    const processorOf = (id: string) => processors.find(({ account }) => account === id)
    return { items: rows.map((row) => toOwnPaymentAccount(cx.addresses, row, processorOf(row.id))) }
  },
})

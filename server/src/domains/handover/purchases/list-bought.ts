import { z } from "zod"
import { personAction } from "#access/action.ts"
import { getAccount } from "#domains/accounts/index.ts"
import { byCreation, listOf } from "#kernel/cursor.ts"
import { comparableEmail } from "#kernel/email-address.ts"
import { listInput, listOutput } from "#kernel/list-input.ts"
import { bought, toBought } from "./bought.ts"
import { listBoughtRows } from "./own-purchase-store.ts"

const pages = listOf("bought", byCreation)

/** Lists the purchases of the caller's address, newest first. Sign-in by mail has proven the address. */
export const listBought = personAction("console", {
  input: z.object(listInput(50)),
  output: listOutput(bought),
  async run(cx, asked) {
    const { email } = await getAccount(cx, cx.accountId)
    const page = await pages.find(asked, (part) => listBoughtRows(cx, comparableEmail(email), part))
    return { ...page, items: page.items.map(toBought) }
  },
})

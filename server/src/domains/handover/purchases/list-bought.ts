import { z } from "zod"
import { personAction } from "#access/action.ts"
import { fromRow } from "#access/from-row.ts"
import { getAccount } from "#domains/accounts/index.ts"
import { byCreation, listOf } from "#kernel/cursor.ts"
import { comparableEmail } from "#kernel/email-address.ts"
import { listInput, listOutput } from "#kernel/list-input.ts"
import { readSnapshot } from "../offers/index.ts"
import { purchaseState } from "./own-purchase.ts"
import { listBoughtRows } from "./own-purchase-store.ts"
import type { Purchase } from "./purchase-store.ts"

const pages = listOf("bought", byCreation)

const bought = z.object({
  id: z.string(),
  state: purchaseState,
  buyerEmail: z.string().nullable().describe("As it was typed at the checkout."),
  title: z.string(),
  sellerName: z.string(),
  amountCents: z.int().describe("What was to be charged, in minor units of `currency`."),
  currency: z.string(),
  createdAt: z.int(),
})

/** Lists what was bought with the caller's address, newest first. Sign-in by mail has proven the address. */
export const listBought = personAction({
  scope: "console",
  input: z.object(listInput(50)),
  output: listOutput(bought),
  async run(cx, asked) {
    const { email } = await getAccount(cx, cx.accountId)
    const page = await pages.find(asked, (part) => listBoughtRows(cx, comparableEmail(email), part))
    return { ...page, items: page.items.map(toBought) }
  },
})

function toBought(row: Purchase): z.input<typeof bought> {
  const { title, sellerName } = readSnapshot(row.snapshot)
  return fromRow(bought, row, { title, sellerName })
}

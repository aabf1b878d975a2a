import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { listSorts } from "#contract/console/list-sorts.ts"
import { buyerMails, showLatestMails } from "#domains/mails/index.ts"
import { sortedListOf } from "#kernel/cursor.ts"
import { comparableEmail } from "#kernel/email-address.ts"
import { idInput } from "#kernel/id-input.ts"
import { listInput, listOutput, sortInput, spanInput } from "#kernel/list-input.ts"
import { buyerEmail } from "./buyer-email.ts"
import { buyerMail, ownPurchase, purchaseState, toOwnPurchase } from "./own-purchase.ts"
import { listPurchaseRows } from "./own-purchase-store.ts"

const pages = sortedListOf("purchases")

/** Lists the workspace's purchases. They show buyers' addresses, so members may, but viewers may not. */
export const listPurchases = workspaceAction("member", "console", {
  input: z.object({
    offerId: idInput.optional().describe("Only those of this offer."),
    state: purchaseState.optional().describe("Only those in this state."),
    isBought: z.boolean().default(false).describe("Only those that were paid, or given by a gift code."),
    buyerEmail: buyerEmail.optional().describe("Only those of this address, in any case."),
    buyer: z
      .string()
      .max(200)
      .default("")
      .describe("Only those whose buyer's address has these words, or parts of words, in any order."),
    minCents: z.int().min(0).optional().describe("The least amount, in minor units."),
    sort: sortInput(listSorts.purchases),
    ...spanInput,
    ...listInput(50),
  }),
  output: listOutput(ownPurchase.extend({ mail: buyerMail })),
  async run(cx, { offerId, state, isBought, buyerEmail, buyer, minCents, ...asked }) {
    const email = buyerEmail && comparableEmail(buyerEmail)
    const filter = { offerId, state, isBought, email, buyer, minCents }
    const page = await pages.find(asked, (part) => listPurchaseRows(cx, filter, part))
    const abouts = page.items.map(({ id }) => id)
    const mailOf = await showLatestMails(cx, { kinds: buyerMails, workspaceId: cx.workspaceId, abouts })
    return { ...page, items: page.items.map((row) => ({ ...toOwnPurchase(row), mail: mailOf(row.id) })) }
  },
})

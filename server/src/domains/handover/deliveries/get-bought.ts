import { z } from "zod"
import { personAction } from "#access/action.ts"
import { getAccount } from "#domains/accounts/index.ts"
import { comparableEmail } from "#kernel/email-address.ts"
import { notFound } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { readSnapshot } from "../offers/index.ts"
import { bought, isCorrectedTo, toBought } from "../purchases/index.ts"
import { deliveryUrl } from "./delivery.ts"
import { findDelivery } from "./delivery-store.ts"
import { isDelivered } from "./open-delivery.ts"

/** Returns a purchase made with the caller's address, and its delivery link. Sign-in by mail has proven the address. */
export const getBought = personAction("console", {
  input: z.object({ id: idInput }),
  output: bought.extend({
    deliveryUrl: z.url().nullable().describe("Opens the files to whoever has it; null when there is nothing to open."),
    files: z.array(z.string()).describe("What the files are called."),
  }),
  async run(cx, { id }) {
    const { email } = await getAccount(cx, cx.accountId)
    const purchase = await findDelivery(cx, id)
    if (!purchase) throw notBought()
    const isTyped = comparableEmail(purchase.buyer_email ?? "") === email
    if (!isTyped && !(await isCorrectedTo(cx, purchase, email))) throw notBought()
    return {
      ...toBought(purchase),
      deliveryUrl: isDelivered(purchase) ? deliveryUrl(cx, purchase) : null,
      files: readSnapshot(purchase.snapshot).files.map(({ name }) => name),
    }
  },
})

const notBought = () => notFound("Purchase not found.", "Sign in with the email you bought it with.")

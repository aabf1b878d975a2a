import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { mustBeMailable } from "#domains/mails/index.ts"
import { comparableEmail, personEmail } from "#kernel/email-address.ts"
import { ServiceError } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { getOwnPurchase, insertCorrection, ownPurchase, toOwnPurchase } from "../purchases/index.ts"
import { findDelivery } from "./delivery-store.ts"
import { isDelivered } from "./open-delivery.ts"
import { nothingToSend } from "./resend-receipt.ts"
import { sendReceiptAgain } from "./send-receipt-again.ts"

/**
 * Mails the receipt to another address, for a buyer whose mails do not arrive. From then on the new address gets the
 * purchase's mails, and its person can open the purchase. The address of the checkout keeps all that it has.
 */
export const correctBuyerEmail = workspaceAction("member", "console", {
  changes: ["purchases"],
  input: z.object({ id: idInput, email: personEmail.describe("The buyer's right address.") }),
  output: ownPurchase,
  async run(cx, { id, email }) {
    await mustBeMailable(cx, { email })
    const purchase = await getOwnPurchase(cx, id)
    const delivery = await findDelivery(cx, id)
    if (!delivery || !isDelivered(delivery)) throw nothingToSend()
    const { buyer_email, corrected_email } = purchase
    if (comparableEmail(corrected_email ?? buyer_email ?? "") === email) throw sameEmail()
    await sendReceiptAgain(cx, { ...delivery, corrected_email: email }, (cx) => insertCorrection(cx, purchase, email))
    return toOwnPurchase(await getOwnPurchase(cx, id))
  },
})

const sameEmail = () =>
  new ServiceError("conflict", "This purchase already has this email.", {
    hint: "To mail it again, send the receipt again.",
    field: "email",
  })

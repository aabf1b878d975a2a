import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { noSuchCheckoutSession } from "../handover-errors.ts"
import { offerKey } from "../offers/index.ts"
import { processorAccountOf } from "../payments/index.ts"
import { findPurchaseOfCheckoutSession } from "../purchases/index.ts"

/**
 * Returns the parameters of a checkout session's payment form: the public key of the account on which it was opened, and
 * the sum that it charges. The page opens the form only for the sum that the buyer saw or confirmed.
 */
export const getPaymentForm = publicAction({
  input: z.object({ key: offerKey, sessionId: z.string() }),
  output: z.object({
    publishableKey: z.string(),
    amountCents: z.int().describe("The sum in minor units of `currency`."),
    currency: z.string(),
  }),
  async run(cx, { key, sessionId }) {
    const purchase = await findPurchaseOfCheckoutSession(cx, { checkoutSessionId: sessionId, shortKey: key })
    if (!purchase) throw noSuchCheckoutSession()
    const { amount_cents: amountCents, currency } = purchase
    return {
      publishableKey: cx.payments.publishableKey(await processorAccountOf(cx, purchase)),
      amountCents,
      currency,
    }
  },
})

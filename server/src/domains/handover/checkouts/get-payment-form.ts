import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { noSuchCheckoutSession } from "../handover-errors.ts"
import { offerKey } from "../offers/index.ts"
import { processorAccountOf } from "../payments/index.ts"
import { findPurchaseOfCheckoutSession } from "../purchases/index.ts"

/** Returns the public key for a checkout session's payment form: that of the account on which it was opened. */
export const getPaymentForm = publicAction({
  input: z.object({ key: offerKey, sessionId: z.string() }),
  output: z.object({ publishableKey: z.string() }),
  async run(cx, { key, sessionId }) {
    const purchase = await findPurchaseOfCheckoutSession(cx, { checkoutSessionId: sessionId, shortKey: key })
    if (!purchase) throw noSuchCheckoutSession()
    return { publishableKey: cx.payments.publishableKey(await processorAccountOf(cx, purchase)) }
  },
})

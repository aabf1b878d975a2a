import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { noSuchSession } from "../handover-errors.ts"
import { offerKey } from "../offers/index.ts"
import { accountOf } from "../payments/index.ts"
import { findPurchaseOfSession } from "../purchases/index.ts"

/** Returns the public key for a session's payment form: the key of the account on which the session was opened. */
export const getPaymentForm = publicAction({
  input: z.object({ key: offerKey, sessionId: z.string() }),
  output: z.object({ publishableKey: z.string() }),
  async run(cx, { key, sessionId }) {
    const purchase = await findPurchaseOfSession(cx, { sessionId, shortKey: key })
    if (!purchase) throw noSuchSession()
    return { publishableKey: cx.payments.publishableKey(await accountOf(cx, purchase)) }
  },
})

import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { isWithinHourly } from "#kernel/hourly-limit.ts"
import { enqueue } from "#kernel/job-store.ts"
import { findDelivery } from "./delivery-store.ts"

const perPurchase = 3
const perAddress = 6

/**
 * Mails a purchase's delivery link to the address that is stored on it. The answer is the same whether there is such a
 * purchase, an address on it, or already enough mail this hour (three for a purchase, six for an address).
 */
export const requestClaim = publicAction({
  input: z.object({ purchaseId: z.string().max(64).describe("The last part of the claim page's address.") }),
  output: z.object({ accepted: z.literal(true) }),
  async run(cx, { purchaseId }) {
    // PostgreSQL takes no NUL in a text, and no id of ours has one.
    const purchase = /^\w+$/.test(purchaseId) ? await findDelivery(cx, purchaseId) : undefined
    const email = purchase?.buyer_email
    if (!email) return { accepted: true as const }
    const address = cx.keyring.mac("log-address", email.toLowerCase())
    if (!(await isWithinHourly(cx, `claim:${purchaseId}`, perPurchase))) return { accepted: true as const }
    if (!(await isWithinHourly(cx, `claim-address:${address}`, perAddress))) return { accepted: true as const }
    const payload = { purchaseId, request: cx.now() }
    await cx.atomically((cx) => enqueue(cx, "mail-claim", payload, { dedupeKey: `mail-claim:${purchaseId}` }))
    return { accepted: true as const }
  },
})

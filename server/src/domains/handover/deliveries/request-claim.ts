import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { isWithinHourly } from "#access/limits/hourly-limit.ts"
import { enqueue } from "#jobs/job-store.ts"
import { findDelivery } from "./delivery-store.ts"
import { isAddressWithin, limitNetwork } from "./mail-limits.ts"

const perPurchase = 3

/**
 * Mails the delivery link to the address stored on a purchase. The answer does not reveal whether the purchase exists,
 * has an address, or has had too many mails. A network that asks too often is refused before anything is looked up.
 */
export const requestClaim = publicAction({
  input: z.object({ purchaseId: z.string().max(64).describe("The last part of the claim page's address.") }),
  output: z.object({ accepted: z.literal(true) }),
  async run(cx, { purchaseId }) {
    await limitNetwork(cx)
    // PostgreSQL accepts no NUL in a text.
    const purchase = /^\w+$/.test(purchaseId) ? await findDelivery(cx, purchaseId) : undefined
    const email = purchase?.corrected_email ?? purchase?.buyer_email
    if (!email) return { accepted: true as const }
    if (!(await isWithinHourly(cx, `claim:${purchaseId}`, perPurchase))) return { accepted: true as const }
    if (!(await isAddressWithin(cx, email))) return { accepted: true as const }
    const payload = { purchaseId, request: cx.now() }
    await cx.atomically((cx) => enqueue(cx, "mail-claim", { payload, dedupeKey: `mail-claim:${purchaseId}` }))
    return { accepted: true as const }
  },
})

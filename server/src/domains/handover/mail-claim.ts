import type { Context } from "#kernel/context.ts"
import type { JobPayloads } from "#kernel/jobs.ts"
import { writeLetter } from "#kernel/letter.ts"
import { findDelivery } from "./delivery-store.ts"
import { buyerLetter } from "./receipt-letter.ts"

/** Mails a purchase's delivery link to the address that is stored on it, after somebody asked for it on the claim page. */
export async function mailClaim(cx: Context, { purchaseId, request }: JobPayloads["mail-claim"]): Promise<void> {
  const purchase = await findDelivery(cx, purchaseId)
  const letter = purchase && (await buyerLetter(cx, purchase, "claim"))
  if (!letter || purchase.buyer_email === null) return
  await cx.mail.send({ id: `claim-${purchaseId}-${request}`, to: purchase.buyer_email, ...writeLetter(letter) })
}

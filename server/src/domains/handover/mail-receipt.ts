import type { Context } from "#kernel/context.ts"
import type { JobPayloads } from "#kernel/jobs.ts"
import { writeLetter } from "#kernel/letter.ts"
import { findDelivery } from "./delivery-store.ts"
import { buyerLetter } from "./receipt-letter.ts"

/**
 * Mails a purchase's receipt with its delivery link to the buyer, or, when it has been refunded meanwhile, that. A
 * second run sends the same message under the same id.
 */
export async function mailReceipt(cx: Context, { purchaseId, resend }: JobPayloads["mail-receipt"]): Promise<void> {
  const purchase = await findDelivery(cx, purchaseId)
  const letter = purchase && (await buyerLetter(cx, purchase, "receipt"))
  if (!letter || purchase.buyer_email === null) return
  const id = `receipt-${purchaseId}-${letter.about}-${resend}`
  await cx.mail.send({ id, to: purchase.buyer_email, ...writeLetter(letter) })
}

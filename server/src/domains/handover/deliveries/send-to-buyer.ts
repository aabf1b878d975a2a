import type { Context } from "#access/context.ts"
import { writeLetter } from "#kernel/letter.ts"
import { isVerifiedAddress } from "../purchases/index.ts"
import { findDelivery } from "./delivery-store.ts"
import { strangersWaitMs } from "./mail-limits.ts"
import { buyerLetter } from "./receipt-letter.ts"

interface Wish {
  purchaseId: string
  occasion: "receipt" | "claim"
  /** The message's id, from what the letter is about. */
  id: (about: string) => string
}

/**
 * Mails a buyer how their purchase stands. To an address that nobody has shown to be theirs, about something that nobody
 * paid for, only so many mails go out in an hour for an offer and for a seller.
 *
 * @returns how many milliseconds the mail has to wait before it is tried again; 0 when it was sent or there is none.
 */
export async function sendToBuyer(cx: Context, { purchaseId, occasion, id }: Wish): Promise<number> {
  const purchase = await findDelivery(cx, purchaseId)
  if (!purchase || purchase.buyer_email === null) return 0
  const isStranger = purchase.charged_cents === 0 && !(await isVerifiedAddress(cx, purchase.buyer_email))
  const letter = await buyerLetter(cx, purchase, { occasion, isStranger })
  if (!letter) return 0
  const waitMs = isStranger ? await strangersWaitMs(cx, purchase) : 0
  if (waitMs === 0) await cx.mail.send({ id: id(letter.about), to: purchase.buyer_email, ...writeLetter(letter) })
  return waitMs
}

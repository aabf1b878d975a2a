import type { Context } from "#access/context.ts"
import { sendMail } from "#domains/mails/index.ts"
import { isVerifiedAddress, notePurchase } from "../purchases/index.ts"
import { isTestCheckoutSession } from "../test-sale-store.ts"
import { findDelivery, noteMailed } from "./delivery-store.ts"
import { strangersWaitMs } from "./mail-limits.ts"
import { buyerLetter, type Occasion } from "./receipt-letter.ts"

interface Wish {
  kind: "mail-receipt" | "mail-slow-refund" | "mail-claim"
  purchaseId: string
  occasion: Occasion
  id: (about: string) => string
}

/**
 * Mails a buyer the present state of their purchase. Mails to unverified addresses about something unpaid are limited.
 * Returns how many milliseconds to wait before the next try; 0 when the mail was sent or none is needed.
 */
export async function sendToBuyer(cx: Context, { kind, purchaseId, occasion, id }: Wish): Promise<number> {
  const purchase = await findDelivery(cx, purchaseId)
  if (!purchase || purchase.buyer_email === null) return 0
  const isUnpaid = purchase.charged_cents === 0 || isTestCheckoutSession(purchase.checkout_session_id)
  const { corrected_email, buyer_email } = purchase
  const to = corrected_email ?? buyer_email
  // A member may have typed any address, so it is not the buyer's before it is verified.
  const isStranger = (isUnpaid || corrected_email !== null) && !(await isVerifiedAddress(cx, to))
  const letter = await buyerLetter(cx, purchase, { occasion, isStranger })
  if (!letter) return 0
  const waitMs = isStranger ? await strangersWaitMs(cx, purchase) : 0
  if (waitMs > 0) return waitMs
  const mail = { id: id(letter.about), kind, about: purchase.id, workspaceId: purchase.workspace_id, letter }
  await sendMail(cx, { ...mail, to }, async (cx) => {
    notePurchase(cx, purchase)
    if (!withoutFiles.has(letter.about)) await noteMailed(cx, purchase)
  })
  return 0
}

/** Letters that come before or beside the receipt, and are no receipt. */
const withoutFiles: ReadonlySet<string> = new Set(["pending", "failed", "part-refund"])

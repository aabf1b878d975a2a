import type { Context } from "#access/context.ts"
import type { CheckoutSession, ProcessorAccount } from "#adapters/payments/port.ts"
import { hasGiftCode } from "../gift-codes/index.ts"
import { getTerms, type PublicOffer } from "../offers/index.ts"
import { openSeller } from "../payment-accounts/index.ts"
import { firstPollMs, insertPurchase, newPurchase, type Purchase } from "../purchases/index.ts"

interface LostSale {
  processorAccount: ProcessorAccount
  checkoutSession: CheckoutSession
  offer: PublicOffer
  buyerEmail: string
}

/**
 * Inserts a lost purchase again, once, under its old id, so that the buyer's links work again. It holds no unit and no
 * gift: its late payment takes both, or is refunded when they are gone.
 */
export async function remakePurchase(cx: Context, sale: LostSale): Promise<void> {
  const row = await toRow(cx, sale)
  const isNew = await cx.atomically((cx) => insertPurchase(cx, row))
  if (isNew) cx.log.warn({ purchaseId: row.id, offerId: row.offer_id }, "A purchase was made again from its session.")
}

async function toRow(
  cx: Context,
  { processorAccount, checkoutSession, offer, buyerEmail }: LostSale,
): Promise<Purchase> {
  const { amountCents, currency, gift, createdAt, returnUrl } = checkoutSession
  const discountCents = Math.max(gift?.discountCents ?? 0, 0)
  // A code that was made after the backup is unknown now, so nothing can be taken from it.
  const giftCodeId = gift && (await hasGiftCode(cx, gift.codeId, offer.workspaceId)) ? gift.codeId : null
  const { terms } = await getTerms(cx, offer)
  const order = {
    offer: { ...offer, priceCents: amountCents + discountCents, currency },
    ...{ terms, email: buyerEmail, giftCodeId, requestKey: undefined, network: "" },
    charge: {
      ...(await openSeller(cx, processorAccount.id)),
      rules: cx.payments.amountRules(currency),
      returnUrl: returnUrl ?? "",
    },
  }
  return {
    ...newPurchase(order, discountCents, createdAt),
    ...{ id: checkoutSession.reference, state: "expired", checkout_key: null, network: null, return_url: returnUrl },
    ...{
      checkout_session_id: checkoutSession.id,
      checkout_session_expires_at: checkoutSession.expiresAt,
      opened_at: createdAt,
    },
    ...{ unit_released_at: cx.now(), gift_state: giftCodeId === null ? null : "released" },
    ...{ updated_at: cx.now(), poll_at: cx.now() + firstPollMs },
  }
}

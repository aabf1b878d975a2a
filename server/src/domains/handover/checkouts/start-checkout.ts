import { z } from "zod"
import { type Anyone, publicAction } from "#access/action.ts"
import type { Context } from "#access/context.ts"
import type { SeenPrice } from "#contract/seen-price.ts"
import { mustBeMailable } from "#domains/mails/index.ts"
import { isOpener, limitUnasked, linkFor } from "../deliveries/index.ts"
import { discountOf, type GiftCode, getGiftCode, leftCents, toUsable } from "../gift-codes/index.ts"
import {
  checkoutOver,
  noSuchOffer,
  notForSale,
  notPurchasable,
  paymentUnclear,
  salePaused,
  useGiftEndpoint,
} from "../handover-errors.ts"
import {
  accountOf,
  findPublicOffer,
  isForSale,
  isSellable,
  mustBeChargeable,
  offerKey,
  type PublicOffer,
  returnUrl,
} from "../offers/index.ts"
import { openSeller } from "../payment-accounts/index.ts"
import { hasUnclearMoney } from "../payments/index.ts"
import { buyerEmail, findPurchaseBy, isEndable, type Order, ownerKey, type Purchase } from "../purchases/index.ts"
import { chooseProcessorAccount, isTestSale } from "../selling.ts"
import { type CheckoutAnswer, continueCheckout } from "./continue-checkout.ts"
import { holderOf, listRivals } from "./list-rivals.ts"
import { networkMac } from "./network-cap.ts"
import { checkSeen } from "./reserve-purchase.ts"
import { reserveAlone } from "./take-over-checkout.ts"

const input = z.object({
  key: offerKey,
  buyerEmail: buyerEmail.describe("Where the receipt and the delivery link go; at most 254 characters."),
  giftCode: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe("A partial-value gift code, 1 to 64 characters. Full-comp codes go to the gift endpoint.")
    .meta({ examples: ["GIFT-FIVE"] }),
})

const output = z
  .union([
    z
      .object({
        clientSecret: z.string().describe("For the processor's payment form in the buyer's browser."),
        sessionId: z
          .string()
          .describe("Send it to verify.")
          .meta({ examples: ["cs_sandbox_6fXq0LrZ"] }),
      })
      .meta({ id: "CheckoutSession", description: "A card checkout has begun." }),
    z
      .object({
        alreadyOwned: z
          .boolean()
          .describe(
            "True when the address has a paid purchase; false when nothing was left to pay and it is complete now.",
          ),
        deliveryUrl: z
          .string()
          .describe(
            "The delivery link; for a caller who has not shown the purchase to be theirs, a page that mails it.",
          )
          .meta({ examples: ["http://localhost:3000/claim/purchase_5nYt0Rb7WqLxJ2mZc8HdVk"] }),
      })
      .meta({ id: "CheckoutDelivery", description: "There is nothing to pay." }),
  ])
  .meta({ id: "CheckoutResult", description: "A new checkout, or the purchase that the buyer already has." })

/**
 * Starts a card checkout, or completes a free purchase. A crash between reserving the purchase, opening the checkout
 * session and recording the response loses nothing: the purchase's id is the idempotency key, and a repeated request
 * continues.
 */
export const startCheckout = publicAction({
  input,
  output,
  async run(cx, wish) {
    const { requestKey } = cx.exchange
    const earlier = requestKey === undefined ? undefined : await findPurchaseBy(cx, { request_key: requestKey })
    const resumed = earlier && (await continueCheckout(cx, earlier))
    return resumed ?? beginCheckout(cx, wish)
  },
})

type Wish = z.output<typeof input>

async function beginCheckout(cx: Context<Anyone>, { key, buyerEmail, giftCode }: Wish): Promise<CheckoutAnswer> {
  await mustBeMailable(cx, { buyerEmail })
  const offer = await findPublicOffer(cx, key, accountOf(cx))
  if (!offer) throw noSuchOffer()
  const owned = await findPurchaseBy(cx, { owner_key: ownerKey(offer.id, buyerEmail), workspace_id: offer.workspaceId })
  if (owned) return { alreadyOwned: true, deliveryUrl: await linkFor(cx, owned) }
  if (await hasUnclearMoney(cx, offer, buyerEmail)) throw paymentUnclear()
  if (!isSellable(cx, offer)) throw notPurchasable()

  const rivals = await listRivals(cx, offer, buyerEmail)
  const typed = giftCode === undefined ? undefined : await getGiftCode(cx, offer, giftCode)
  const same = await resumeOpenCheckout(cx, rivals, { offer, buyerEmail, giftCodeId: typed?.id ?? null })
  if (same) return same
  if (offer.pausedAt !== null) throw salePaused()
  if (!isForSale(cx, offer)) throw notForSale()
  const code = typed && (await readGift(cx, { offer, code: typed, rivals }))
  checkSeen({ offer, seenPrice: cx.exchange.seenPrice }, code ? discountOf(code, offer.priceCents) : 0)
  const order = await orderFrom(cx, offer)
  const leftToPay = offer.priceCents - (code ? leftCents(code) : 0)
  if (leftToPay <= 0 || isTest(cx, order)) await limitUnasked(cx, buyerEmail)
  return buy(cx, { ...order, email: buyerEmail, giftCodeId: code?.id ?? null })
}

/** Whether no real money is paid. Then the receipt is mailed to an address that was only typed. */
function isTest(cx: Context, { offer, charge }: Pick<Order, "offer" | "charge">): boolean {
  return charge !== null && isTestSale(cx, charge.processorAccount.id, offer.processorAccounts)
}

/** Returns the open checkout session to its own browser for the same order and total. Else it is taken over. */
async function resumeOpenCheckout(
  cx: Context<Anyone>,
  rivals: readonly Purchase[],
  { offer, buyerEmail, giftCodeId }: { offer: PublicOffer; buyerEmail: string; giftCodeId: string | null },
): Promise<CheckoutAnswer | undefined> {
  const key = ownerKey(offer.id, buyerEmail)
  const open = rivals.find(({ buyer_email }) => ownerKey(offer.id, buyer_email ?? "") === key)
  if (!open || open.gift_code_id !== giftCodeId || !isSameTotal(open, offer, cx.exchange.seenPrice)) return undefined
  if (!isEndable(open.state) || !isOpener(cx, open)) return undefined
  cx.exchange.doNotStore() // the answer depends on the cookie
  return continueCheckout(cx, open)
}

function isSameTotal(open: Purchase, offer: PublicOffer, seen: SeenPrice | undefined): boolean {
  const isSamePrice = open.price_cents === offer.priceCents && open.currency === offer.currency
  return isSamePrice && (seen === undefined || seen.discountCents === open.discount_cents)
}

/** The code to hold; none for a free offer. The hold of a checkout that is replaced counts as available. */
async function readGift(
  cx: Context,
  { offer, code, rivals }: { offer: PublicOffer; code: GiftCode; rivals: readonly Purchase[] },
): Promise<GiftCode | undefined> {
  const usable = await toUsable(cx, code, holderOf(rivals, code))
  if (usable.kind === "full") throw useGiftEndpoint(offer.shortKey)
  if (offer.priceCents === 0) return undefined
  const remainingCents = offer.priceCents - discountOf(usable, offer.priceCents)
  mustBeChargeable(cx.payments.amountRules(offer.currency), remainingCents, offer.currency)
  return usable
}

async function orderFrom(cx: Context<Anyone>, offer: PublicOffer): Promise<Omit<Order, "email" | "giftCodeId">> {
  return {
    offer,
    requestKey: cx.exchange.requestKey,
    seenPrice: cx.exchange.seenPrice,
    network: networkMac(cx),
    charge: offer.priceCents === 0 ? null : await chargeFor(cx, offer),
  }
}

async function chargeFor(cx: Context, offer: PublicOffer): Promise<NonNullable<Order["charge"]>> {
  const chosen = chooseProcessorAccount(cx, offer.processorAccounts)
  if (!("id" in chosen)) throw notForSale()
  return {
    ...(await openSeller(cx, chosen.id)),
    rules: cx.payments.amountRules(offer.currency),
    returnUrl: returnUrl(cx, offer.shortKey),
  }
}

async function buy(cx: Context<Anyone>, order: Order): Promise<CheckoutAnswer> {
  const { purchase, isOwned } = await reserveAlone(cx, order)
  if (isOwned) return { alreadyOwned: true, deliveryUrl: await linkFor(cx, purchase) }
  const answer = await continueCheckout(cx, purchase)
  if (!answer) throw checkoutOver("Start a new checkout.")
  return answer
}

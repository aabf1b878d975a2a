import { z } from "zod"
import { publicAction, type Visitor } from "#access/action.ts"
import type { Context } from "#kernel/context.ts"
import { buyerEmail, ownerKey } from "./buyer-email.ts"
import { continueCheckout } from "./continue-checkout.ts"
import { offerKey } from "./get-offer.ts"
import { getUsableGiftCode } from "./get-usable-gift-code.ts"
import { type GiftCode, leftCents } from "./gift-hold-store.ts"
import { checkoutOver, noSuchOffer, notPurchasable, useGiftEndpoint } from "./handover-errors.ts"
import { limitUnasked } from "./mail-limits.ts"
import { findPublicOffer, type PublicOffer } from "./offer-lookup-store.ts"
import { linkFor } from "./ownership.ts"
import { accountFor } from "./payment-account.ts"
import { isPurchasable, returnUrl } from "./public-offer.ts"
import { findPurchaseBy } from "./purchase-store.ts"
import { reservePurchase } from "./reserve-purchase.ts"

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

const output = z.union([
  z
    .object({
      clientSecret: z.string().describe("For the processor's payment form in the buyer's browser."),
      sessionId: z
        .string()
        .describe("Send it to verify.")
        .meta({ examples: ["cs_sandbox_6fXq0LrZ"] }),
    })
    .meta({ description: "A card checkout has begun." }),
  z
    .object({
      alreadyOwned: z
        .boolean()
        .describe(
          "True when the address has a paid purchase; false when nothing was left to pay and it is complete now.",
        ),
      deliveryUrl: z
        .string()
        .describe("The delivery link; for a caller who has not shown the purchase to be theirs, a page that mails it.")
        .meta({ examples: ["http://localhost:3000/claim/purchase_5nYt0Rb7WqLxJ2mZc8HdVk"] }),
    })
    .meta({ description: "There is nothing to pay." }),
])

/**
 * Starts a card checkout, or completes a purchase that leaves nothing to charge. In three steps, so that a crash
 * between any two loses nothing: the purchase is reserved, the processor is asked under the purchase's own id, and its
 * answer is recorded. The same request finds its own purchase and goes on from there.
 */
export const startCheckout = publicAction({
  input,
  output,
  async run(cx, wish) {
    const { requestKey } = cx.exchange
    const earlier = requestKey === undefined ? undefined : await findPurchaseBy(cx, "request_key", requestKey)
    const resumed = earlier && (await continueCheckout(cx, earlier))
    return resumed ?? beginCheckout(cx, wish)
  },
})

async function beginCheckout(cx: Context<Visitor>, { key, buyerEmail, giftCode }: z.output<typeof input>) {
  const offer = await findPublicOffer(cx, key)
  if (!offer) throw noSuchOffer()
  const owned = await findPurchaseBy(cx, "owner_key", ownerKey(offer.id, buyerEmail))
  if (owned) return { alreadyOwned: true, deliveryUrl: await linkFor(cx, owned) }
  if (!isPurchasable(cx, offer)) throw notPurchasable()

  const code = giftCode === undefined ? null : await readGiftCode(cx, offer, giftCode)
  // The mail that follows goes to whatever address was typed, and nobody has paid for it.
  if (offer.priceCents <= (code ? leftCents(code) : 0)) await limitUnasked(cx, buyerEmail)
  const { purchase, isOwned } = await reservePurchase(cx, {
    offer,
    email: buyerEmail,
    giftCodeId: code?.id ?? null,
    requestKey: cx.exchange.requestKey,
    charge: {
      account: await accountFor(cx, offer.workspaceId),
      minimumCents: cx.payments.minimumCents(offer.currency),
      returnUrl: returnUrl(cx, offer.shortKey),
    },
  })
  if (isOwned) return { alreadyOwned: true, deliveryUrl: await linkFor(cx, purchase) }
  const answer = await continueCheckout(cx, purchase)
  if (!answer) throw checkoutOver("It ended a moment ago. Start a new checkout.")
  return answer
}

/** The code to hold; none for a free offer, which needs none. */
async function readGiftCode(cx: Context, offer: PublicOffer, text: string): Promise<GiftCode | null> {
  const code = await getUsableGiftCode(cx, offer, text)
  if (code.kind === "full") throw useGiftEndpoint(offer.shortKey)
  return offer.priceCents === 0 ? null : code
}

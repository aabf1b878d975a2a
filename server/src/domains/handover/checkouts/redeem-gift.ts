import { z } from "zod"
import { type Anyone, publicAction } from "#access/action.ts"
import type { Context } from "#access/context.ts"
import { mustBeMailable } from "#domains/mails/index.ts"
import { claimUrl, deliveryUrl, findProvenPurchase, handLinkTo, isProven, limitUnasked } from "../deliveries/index.ts"
import { discountOf, type GiftCode, getGiftCode, isUsable, toUsable } from "../gift-codes/index.ts"
import { giftAlreadyUsed, noSuchGiftCode, noSuchOffer, notPurchasable, salePaused } from "../handover-errors.ts"
import { findPublicOffer, hasUnit, isSellable, mustBeChargeable, offerKey, type PublicOffer } from "../offers/index.ts"
import { buyerEmail, findPurchaseBy, ownerKey, type Purchase } from "../purchases/index.ts"
import { holderOf, listRivals } from "./list-rivals.ts"
import { networkMac } from "./network-cap.ts"
import { soldOutRefusal } from "./reserve-purchase.ts"
import { reserveAlone } from "./take-over-checkout.ts"

const input = z.object({
  key: offerKey,
  code: z
    .string()
    .min(1)
    .max(64)
    .describe("The gift code, 1 to 64 characters; case and space around it do not matter.")
    .meta({ examples: ["GIFT-FULL"] }),
  buyerEmail: buyerEmail
    .optional()
    .describe("Where the receipt and the delivery link of a full-comp code go; at most 254 characters."),
})

const output = z
  .discriminatedUnion("type", [
    z
      .object({
        type: z.literal("amount"),
        discountCents: z
          .int()
          .min(0)
          .describe("The discount in minor units.")
          .meta({ examples: [500] }),
        remainingCents: z
          .int()
          .min(0)
          .describe("The remaining price for checkout, in minor units.")
          .meta({ examples: [1400] }),
      })
      .meta({ id: "GiftAmount", description: "A partial-value code. Nothing has changed; send it with checkout." }),
    z
      .object({
        type: z.literal("full"),
        deliveryUrl: z
          .string()
          .describe("The delivery link.")
          .meta({ examples: ["http://localhost:3000/delivery/purchase_5nYt0Rb7WqLxJ2mZc8HdVk.gV0c"] }),
      })
      .meta({ id: "GiftFull", description: "A full-comp code. The purchase is complete." }),
  ])
  .meta({ id: "GiftResult", description: "What a gift code is worth." })

type Answer = z.output<typeof output>

/** Returns what a gift code is worth for an offer. A full-comp code completes the purchase. */
export const redeemGift = publicAction({
  input,
  output,
  async run(cx, { key, code: text, buyerEmail }): Promise<Answer> {
    const earlier = cx.exchange.requestKey && (await findPurchaseBy(cx, { request_key: cx.exchange.requestKey }))
    if (earlier) return { type: "full", deliveryUrl: handLinkTo(cx, earlier) }

    if (buyerEmail !== undefined) await mustBeMailable(cx, { buyerEmail })
    const offer = await findPublicOffer(cx, key)
    if (!offer) throw noSuchOffer()
    const code = await getGiftCode(cx, offer, text)
    const asked = { offer, code, email: buyerEmail ?? null }
    return code.kind === "amount" ? answerAmount(cx, asked) : redeemFull(cx, asked)
  },
})

interface Redemption {
  offer: PublicOffer
  code: GiftCode
  email: string | null
}

/** The holds of the buyer's own open checkouts count as available, since a new checkout takes them over. */
async function answerAmount(cx: Context<Anyone>, { offer, code, email }: Redemption): Promise<Answer> {
  const rivals = await listRivals(cx, offer, email)
  const usable = await toUsable(cx, code, holderOf(rivals, code))
  if (offer.pausedAt !== null) throw salePaused()
  if (!isSellable(cx, offer)) throw notPurchasable()
  if (rivals.length === 0 && !hasUnit(offer)) throw await soldOutRefusal(cx, offer)
  const discountCents = discountOf(usable, offer.priceCents)
  const remainingCents = offer.priceCents - discountCents
  mustBeChargeable(cx.payments.amountRules(offer.currency), remainingCents, offer.currency)
  return { type: "amount", discountCents, remainingCents }
}

/** Completes the purchase, once for each address or request. A later call gets the link again only with proof. */
async function redeemFull(cx: Context<Anyone>, { offer, code, email }: Redemption): Promise<Answer> {
  const owned =
    email === null
      ? undefined
      : await findPurchaseBy(cx, { owner_key: ownerKey(offer.id, email), workspace_id: offer.workspaceId })
  const proven = email === null ? await findProvenPurchase(cx, offer, ["fulfilled", "comped"]) : owned
  if (proven && (await isProven(cx, proven))) return answerProven(cx, proven)
  if (!isUsable(code, cx.now())) throw noSuchGiftCode()
  if (owned) throw giftAlreadyUsed(claimUrl(cx, owned))
  if (offer.pausedAt !== null) throw salePaused()
  if (offer.files.length === 0) throw notPurchasable()

  if (email !== null) await limitUnasked(cx, email)
  const { requestKey } = cx.exchange
  const order = { offer, email, giftCodeId: code.id, requestKey, network: networkMac(cx), charge: null }
  const { purchase, isOwned } = await reserveAlone(cx, order)
  if (isOwned) throw giftAlreadyUsed(claimUrl(cx, purchase))
  return { type: "full", deliveryUrl: handLinkTo(cx, purchase) }
}

function answerProven(cx: Context<Anyone>, purchase: Purchase): Answer {
  cx.exchange.doNotStore()
  return { type: "full", deliveryUrl: deliveryUrl(cx, purchase) }
}

import { z } from "zod"
import type { Member, Outside, Reading } from "#access/context.ts"
import { invalidInput } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { checkBalance, findOwnOffer, notYourOffer } from "../offers/index.ts"
import { currency, minorUnits } from "../seller-input.ts"
import type { NewGiftCode } from "./store-gift-code.ts"

const time = z.int().min(0).max(8_640_000_000_000_000).describe("Epoch milliseconds.")

const limits = {
  offerId: idInput.optional().describe("The one offer it is good for; left out, all of the workspace."),
  maxUses: z.int().min(1).max(10_000_000).optional(),
  startsAt: time.optional(),
  expiresAt: time.optional(),
}

const balance = {
  currency,
  balanceCents: minorUnits.min(1).max(999_999_999_999).describe("The code's balance in minor units."),
}

export function giftWish<More extends z.ZodRawShape>(more: More) {
  return z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("full"), ...limits, ...more }),
    z.object({ kind: z.literal("amount"), ...balance, ...limits, ...more }),
  ])
}

type GiftWish = {
  offerId?: string | undefined
  maxUses?: number | undefined
  startsAt?: number | undefined
  expiresAt?: number | undefined
} & ({ kind: "full" } | { kind: "amount"; currency: string; balanceCents: number })

/**
 * Refuses a code for another workspace's offer, in another currency than its offer's, of an amount that no card can be
 * charged, or never valid. Throws `invalid_request` or `not_found`.
 */
export async function checkGift(cx: Reading & Member & Pick<Outside, "payments">, gift: GiftWish): Promise<void> {
  await checkOffer(cx, gift)
  if (gift.kind === "amount") checkBalance(cx, gift.balanceCents, gift.currency)
  const { startsAt = 0, expiresAt } = gift
  if (expiresAt === undefined || (expiresAt > startsAt && expiresAt > cx.now())) return
  throw invalidInput("Expires must be in the future, and after Starts.", "Choose a later time.", "expiresAt")
}

async function checkOffer(cx: Reading & Member, gift: GiftWish): Promise<void> {
  if (gift.offerId === undefined) return
  const offer = await findOwnOffer(cx, gift.offerId)
  if (!offer) throw notYourOffer()
  if (gift.kind === "amount" && gift.currency !== offer.currency) {
    throw invalidInput(
      `Currency must be ${offer.currency.toUpperCase()}, as for the offer.`,
      `Choose ${offer.currency.toUpperCase()}.`,
      "currency",
    )
  }
}

export function toNewGift(gift: GiftWish, code: string): NewGiftCode {
  return {
    code,
    kind: gift.kind,
    offerId: gift.offerId ?? null,
    currency: gift.kind === "amount" ? gift.currency : null,
    balanceCents: gift.kind === "amount" ? gift.balanceCents : 0,
    maxUses: gift.maxUses ?? null,
    startsAt: gift.startsAt ?? null,
    expiresAt: gift.expiresAt ?? null,
  }
}

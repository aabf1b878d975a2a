import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Member } from "#access/caller.ts"
import type { Reading } from "#access/context.ts"
import { invalidInput } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { checkBalance, findOwnOffer, notYourOffer } from "../offers/index.ts"
import { currency } from "../seller-input.ts"
import { canonicalGiftCode, newGiftCode } from "./gift-code.ts"
import { ownGiftCode, toOwnGiftCode } from "./own-gift-code.ts"
import { storeGiftCode } from "./store-gift-code.ts"

/** Chosen codes must be hard to guess, so they have a minimum length. Generated codes have 120 random bits. */
const minLength = { amount: 6, full: 12 }

const time = z.int().min(0).max(8_640_000_000_000_000).describe("Epoch milliseconds.")

const common = {
  code: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe("At most 64 characters; left out, one that none can guess is made."),
  offerId: idInput.optional().describe("The one offer it is good for; left out, all of the workspace."),
  maxUses: z.int().min(1).max(10_000_000).optional(),
  startsAt: time.optional(),
  expiresAt: time.optional(),
}

const input = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("full"), ...common }),
  z.object({
    kind: z.literal("amount"),
    currency,
    balanceCents: z.int().min(1).max(999_999_999_999).describe("What it takes off prices, in all, in minor units."),
    ...common,
  }),
])

/**
 * Makes a gift code: one with a balance that reduces prices in its currency, or one that pays for everything. Codes are
 * worth money, so only admins may.
 */
export const createGiftCode = workspaceAction({
  scope: "console",
  role: "admin",
  input,
  output: ownGiftCode,
  async run(cx, gift) {
    await checkOffer(cx, gift)
    if (gift.kind === "amount") checkBalance(cx, gift.balanceCents, gift.currency)
    checkDates(cx, gift)
    const row = await storeGiftCode(cx, cx.workspaceId, {
      kind: gift.kind,
      code: gift.code === undefined ? newGiftCode() : chosenCode(gift.code, gift.kind),
      offerId: gift.offerId ?? null,
      currency: gift.kind === "amount" ? gift.currency : null,
      balanceCents: gift.kind === "amount" ? gift.balanceCents : 0,
      maxUses: gift.maxUses ?? null,
      startsAt: gift.startsAt ?? null,
      expiresAt: gift.expiresAt ?? null,
    })
    return toOwnGiftCode(cx.keyring, row)
  },
})

type Gift = z.output<typeof input>

async function checkOffer(cx: Reading & Member, gift: Gift): Promise<void> {
  if (gift.offerId === undefined) return
  const offer = await findOwnOffer(cx, gift.offerId)
  if (!offer) throw notYourOffer()
  if (gift.kind === "amount" && gift.currency !== offer.currency) {
    throw invalidInput(
      "`currency` is not the one that the offer is sold in.",
      `Make the code in ${offer.currency.toUpperCase()}.`,
      "currency",
    )
  }
}

function checkDates(cx: Reading, { startsAt = 0, expiresAt }: Gift): void {
  if (expiresAt === undefined || (expiresAt > startsAt && expiresAt > cx.now())) return
  throw invalidInput(
    "`expiresAt` leaves no time in which the code is valid.",
    "Choose a later time, after `startsAt` and after now.",
    "expiresAt",
  )
}

function chosenCode(text: string, kind: Gift["kind"]): string {
  const code = canonicalGiftCode(text)
  if (/[\p{C}\p{Z}]/u.test(code))
    throw invalidInput("`code` must not have spaces in it.", "Join its words by hyphens.", "code")
  const length = [...code].length
  if (length >= minLength[kind] && length <= 64) return code
  throw invalidInput(
    `\`code\` must have ${minLength[kind]} to 64 characters for a code of this kind.`,
    "Choose one that nobody can guess, or leave it out and one is made.",
    "code",
  )
}

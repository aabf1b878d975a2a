import { z } from "zod"
import { fromRow } from "#access/from-row.ts"
import { notFound } from "#kernel/error.ts"
import type { Keyring } from "#kernel/keyring.ts"
import { sealedColumn } from "#storage/sealed-column.ts"
import { giftCodeMac, joinedCodeMac } from "./gift-code.ts"
import type { GiftCodeRow } from "./gift-code-store.ts"
import { leftCents } from "./gift-hold-store.ts"

export const ownGiftCode = z.object({
  id: z.string(),
  code: z.string().describe("What buyers type. Whoever has it can use it."),
  kind: z.enum(["amount", "full"]).describe("`amount` reduces the price by a balance; `full` covers all of it."),
  offerId: z.string().nullable().describe("The one offer it is good for, or null for all."),
  currency: z.string().nullable(),
  balanceCents: z.int().describe("The original balance, in minor units of its currency; 0 for `full`."),
  heldCents: z.int().describe("Of that, what open checkouts hold."),
  spentCents: z.int().describe("The spent part of the balance."),
  leftCents: z.int().describe("The unused part of the balance."),
  maxUses: z.int().nullable(),
  uses: z.int().describe("Uses that are held or spent."),
  startsAt: z.int().nullable().describe("Epoch milliseconds."),
  expiresAt: z.int().nullable().describe("Epoch milliseconds."),
  isDisabled: z.boolean(),
  createdAt: z.int().describe("Epoch milliseconds."),
})

export function toOwnGiftCode(keyring: Keyring, row: GiftCodeRow): z.output<typeof ownGiftCode> {
  const code = keyring.unseal(sealedGiftCodes.purpose, sealedGiftCodes.place(row.id), row.code_sealed)
  return fromRow(ownGiftCode, row, { code, leftCents: leftCents(row), isDisabled: row.disabled_at !== null })
}

/** The sealed column of codes. The HMACs by which a code is found are made from the same text. */
export const sealedGiftCodes = sealedColumn({
  table: "gift_codes",
  field: "code",
  purpose: "gift-code-text",
  follows: (keyring, code) => ({ code_mac: giftCodeMac(keyring, code), joined_mac: joinedCodeMac(keyring, code) }),
})

export function sealGiftCode(keyring: Keyring, id: string, code: string): string {
  return keyring.seal(sealedGiftCodes.purpose, sealedGiftCodes.place(id), code)
}

export const notYourCode = () => notFound("Gift code not found.", "Choose one from Gift codes.")

import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { invalidInput } from "#kernel/error.ts"
import { canonicalGiftCode, newGiftCode } from "./gift-code.ts"
import { checkGift, giftWish, toNewGift } from "./gift-wish.ts"
import { ownGiftCode, toOwnGiftCode } from "./own-gift-code.ts"
import { storeGiftCode } from "./store-gift-code.ts"

/** Chosen codes must be hard to guess, so they have a minimum length. Generated codes have 120 random bits. */
const minLength = { amount: 6, full: 12 }

/** Codes are worth money, so only admins may make them. A code has a balance in a currency, or pays for everything. */
export const createGiftCode = workspaceAction("admin", "console", {
  changes: ["gift-codes"],
  input: giftWish({
    code: z.string().min(1).max(64).optional().describe("At most 64 characters. Default: a random code."),
  }),
  output: ownGiftCode,
  async run(cx, { code, ...gift }) {
    await checkGift(cx, gift)
    const text = code === undefined ? newGiftCode() : chosenCode(code, gift.kind)
    return toOwnGiftCode(cx.keyring, await storeGiftCode(cx, cx.workspaceId, toNewGift(gift, text)))
  },
})

function chosenCode(text: string, kind: "amount" | "full"): string {
  const code = canonicalGiftCode(text)
  if (/\p{Cc}/u.test(text.trim()) || /[\p{C}\p{Z}]/u.test(code)) {
    throw invalidInput("Code can't contain spaces. Use hyphens instead.", undefined, "code")
  }
  const length = [...code].length
  if (length >= minLength[kind] && length <= 64) return code
  throw invalidInput(`Code must have ${minLength[kind]} to 64 characters.`, "Leave it empty for a random code.", "code")
}

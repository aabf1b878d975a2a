import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { newGiftCode } from "./gift-code.ts"
import { checkGift, giftWish, toNewGift } from "./gift-wish.ts"
import { ownGiftCode, toOwnGiftCode } from "./own-gift-code.ts"
import { storeGiftCodes } from "./store-gift-code.ts"

export const createGiftCodes = workspaceAction("admin", "console", {
  changes: ["gift-codes"],
  input: giftWish({ count: z.int().min(1).max(200).describe("The number of codes, at most 200.") }),
  output: z.object({ items: z.array(ownGiftCode) }),
  async run(cx, { count, ...gift }) {
    await checkGift(cx, gift)
    const wished = Array.from({ length: count }, () => toNewGift(gift, newGiftCode()))
    const rows = await storeGiftCodes(cx, cx.workspaceId, wished)
    return { items: rows.map((row) => toOwnGiftCode(cx.keyring, row)) }
  },
})

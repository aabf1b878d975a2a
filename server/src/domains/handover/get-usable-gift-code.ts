import type { Context } from "#kernel/context.ts"
import { giftCodeMacs } from "./gift-code.ts"
import { findGiftCode, type GiftCode, isUsable } from "./gift-hold-store.ts"
import { noSuchGiftCode } from "./handover-errors.ts"
import type { PublicOffer } from "./offer-lookup-store.ts"

/** The code that a buyer typed, if it belongs to the offer, used up or not; else the one 404 that tells nothing. */
export async function getGiftCode(cx: Context, offer: PublicOffer, text: string): Promise<GiftCode> {
  const code = await findGiftCode(cx, giftCodeMacs(cx.keyring, text), offer)
  if (!code) throw noSuchGiftCode()
  return code
}

/** The same, if it can be used now. */
export async function getUsableGiftCode(cx: Context, offer: PublicOffer, text: string): Promise<GiftCode> {
  const code = await getGiftCode(cx, offer, text)
  if (!isUsable(code, cx.now())) throw noSuchGiftCode()
  return code
}

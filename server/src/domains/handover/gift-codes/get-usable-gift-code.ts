import type { Context, Reading } from "#access/context.ts"
import type { ServiceError } from "#kernel/error.ts"
import { giftHeld, noSuchGiftCode } from "../handover-errors.ts"
import type { PublicOffer } from "../offers/index.ts"
import { findHeldUses, type Purchase } from "../purchases/index.ts"
import { giftCodeMacs } from "./gift-code.ts"
import { findGiftCode, type GiftCode, type GiftKey, giftOf, isUsable, readGiftCode } from "./gift-hold-store.ts"

/** Finds the code that a buyer typed, even if used up, if it is for the offer. Otherwise always throws the same 404. */
export async function getGiftCode(cx: Context, offer: PublicOffer, text: string): Promise<GiftCode> {
  const code = await findGiftCode(cx, giftCodeMacs(cx.keyring, text), offer)
  if (!code) throw noSuchGiftCode()
  return code
}

/**
 * The hold of the caller's own open checkout counts as available.
 * @throws ServiceError 404 when the code cannot be used now, 409 when only open checkouts prevent that.
 */
export async function toUsable(cx: Reading, code: GiftCode, own: Purchase | undefined): Promise<GiftCode> {
  const holds = own?.gift_code_id === code.id && own.gift_state === "held"
  const mine = holds ? withoutHold(code, { units: 1, cents: own.discount_cents }) : code
  if (!isUsable(mine, cx.now())) throw await unusableCodeRefusal(cx, giftOf(code.id, code))
  return mine
}

export async function unusableCodeRefusal(cx: Reading, gift: GiftKey): Promise<ServiceError> {
  const held = await findHeldUses(cx, gift)
  const isHeld = held.units > 0 && isUsable(withoutHold(await readGiftCode(cx, gift), held), cx.now())
  return isHeld ? giftHeld(held, cx.now()) : noSuchGiftCode()
}

function withoutHold(code: GiftCode, { units, cents }: { units: number; cents: number }): GiftCode {
  return { ...code, uses: code.uses - units, held_cents: code.held_cents - cents }
}

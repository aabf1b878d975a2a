import type { Context, Reading } from "#access/context.ts"
import type { ServiceError } from "#kernel/error.ts"
import { giftHeld, noSuchGiftCode } from "../handover-errors.ts"
import type { PublicOffer } from "../offers/index.ts"
import { findHeldUses, type Purchase } from "../purchases/index.ts"
import { typedCodeMacs } from "./gift-code.ts"
import {
  findGiftCode,
  findJoinedCode,
  type GiftCode,
  type GiftKey,
  giftOf,
  isUsable,
  readGiftCode,
} from "./gift-hold-store.ts"

/** Finds the code that a buyer typed, even if used up, if it is for the offer. Otherwise always throws the same 404. */
export async function getGiftCode(cx: Context, offer: PublicOffer, text: string): Promise<GiftCode> {
  const code = await findTypedCode(cx, offer, text)
  if (!code) throw noSuchGiftCode()
  return code
}

/** Finds the code that a text means. Spaces, or nothing, may replace the hyphens of a code if only one code fits. */
export async function findTypedCode(cx: Context, offer: PublicOffer, text: string): Promise<GiftCode | undefined> {
  const { exact, joined } = typedCodeMacs(cx.keyring, text)
  return (await findGiftCode(cx, exact, offer)) ?? findJoinedCode(cx, joined, offer)
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

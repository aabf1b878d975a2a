import type { Anyone } from "#access/action.ts"
import type { Context } from "#access/context.ts"
import { listProvenPurchases } from "../deliveries/index.ts"
import type { GiftCode } from "../gift-codes/index.ts"
import type { OfferKey } from "../offers/index.ts"
import { findUnderWay, isEndable, type Purchase } from "../purchases/index.ts"

/**
 * Lists the unpaid checkouts that a new one replaces: the one of the address, and those that this browser opened for
 * other addresses. A buyer who corrects their address or their code keeps what the former checkout holds.
 */
export async function listRivals(cx: Context<Anyone>, offer: OfferKey, email: string | null): Promise<Purchase[]> {
  const ofAddress = email === null ? undefined : await findUnderWay(cx, offer, email)
  const ofBrowser = await listProvenPurchases(cx, offer)
  const others = ofBrowser.filter(({ id, state }) => isEndable(state) && id !== ofAddress?.id)
  return ofAddress ? [ofAddress, ...others] : others
}

/** The checkout among `rivals` that holds a use of the code. */
export function holderOf(rivals: readonly Purchase[], code: GiftCode): Purchase | undefined {
  return rivals.find(({ gift_code_id, gift_state }) => gift_code_id === code.id && gift_state === "held")
}

import type { Anyone } from "#access/action.ts"
import type { Context, Reading } from "#access/context.ts"
import { networkHoldsEnough } from "../handover-errors.ts"
import type { OfferKey } from "../offers/index.ts"
import { findHeldUnits } from "../purchases/index.ts"

/** A MAC of the caller's network, which hides its address; empty for callers without a network. */
export function networkMac(cx: Context<Anyone>): string {
  const { network } = cx.exchange
  return network === undefined ? "" : cx.keyring.mac("client-network", network)
}

export function networkCap(stockLimit: number): number {
  return Math.max(2, Math.floor(stockLimit / 10))
}

/**
 * Refuses another unpaid checkout with 409 to a network at its cap. Offers without a stock limit have no cap, since
 * many buyers share an address.
 */
export async function checkNetwork(
  cx: Reading,
  where: { offer: OfferKey; network: string; stockLimit: number | null; exceptId?: string },
): Promise<void> {
  const { stockLimit, network } = where
  if (stockLimit === null || network === "") return
  const held = await findHeldUnits(cx, where)
  if (held.units >= networkCap(stockLimit)) throw networkHoldsEnough(held, cx.now())
}

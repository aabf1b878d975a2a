import type { Anyone } from "#access/action.ts"
import type { Context, Reading } from "#access/context.ts"
import { networkHoldsEnough } from "../handover-errors.ts"
import { findHeldUnits } from "../purchases/index.ts"

/** A MAC of the caller's network, which hides its address; empty for callers without a network. */
export function networkMac(cx: Context<Anyone>): string {
  const { network } = cx.exchange
  return network === undefined ? "" : cx.keyring.mac("client-network", network)
}

/** How many unpaid units of a limited stock one network may hold: a tenth of the stock, but at least two. */
export function networkCap(stockLimit: number): number {
  return Math.max(2, Math.floor(stockLimit / 10))
}

/**
 * Refuses another unpaid checkout to a network that already holds as many units as it may. Offers without a stock limit
 * have no such cap, since many buyers share an address.
 *
 * @param network as stored; empty for callers without a network.
 * @throws ServiceError 409 that says when to try again.
 */
export async function checkNetwork(
  cx: Reading,
  where: { offerId: string; network: string; stockLimit: number | null; exceptId?: string },
): Promise<void> {
  const { stockLimit, network } = where
  if (stockLimit === null || network === "") return
  const held = await findHeldUnits(cx, where)
  if (held.units >= networkCap(stockLimit)) throw networkHoldsEnough(held, cx.now())
}

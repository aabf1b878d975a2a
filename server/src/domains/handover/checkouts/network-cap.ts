import type { Anyone } from "#access/action.ts"
import type { Context, Reading } from "#access/context.ts"
import { networkHoldsEnough } from "../handover-errors.ts"
import { findHeldUnits } from "../purchases/index.ts"

/** The caller's network as a purchase names it, which tells nobody its address; empty where nobody is on the network. */
export function networkMac(cx: Context<Anyone>): string {
  const { network } = cx.exchange
  return network === undefined ? "" : cx.keyring.mac("client-network", network)
}

/** How many units of a limited stock one network may hold unpaid: a tenth, and two at the least. */
export function networkCap(stockLimit: number): number {
  return Math.max(2, Math.floor(stockLimit / 10))
}

/**
 * Refuses one more unpaid checkout of a network that holds as many units as it may. An offer without a limit has no
 * such cap: many buyers share an address.
 *
 * @param network as it is stored; empty where nobody is on the network.
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

import type { Anyone } from "#access/action.ts"
import type { Context, Reading } from "#access/context.ts"
import { listProvenIds } from "../deliveries/index.ts"
import { networkHoldsEnough, tooManyOpen } from "../handover-errors.ts"
import type { OfferKey } from "../offers/index.ts"
import { countOpenCheckouts, findHeldUnits, type Order } from "../purchases/index.ts"

/** A MAC of the caller's network, which hides its address; empty for callers without a network. */
export function networkMac(cx: Context<Anyone>): string {
  const { network } = cx.exchange
  return network === undefined ? "" : cx.keyring.mac("client-network", network)
}

export function networkCap(stockLimit: number, stockPercent: number): number {
  return Math.max(2, Math.floor((stockLimit * stockPercent) / 100))
}

/**
 * Refuses another unpaid checkout with 409 to a network at its share of the stock. Offers without a stock limit have no
 * such cap, since many buyers share an address.
 */
export async function checkNetwork(
  cx: Reading,
  where: { offer: OfferKey; network: string; stockLimit: number | null; stockPercent: number; exceptId?: string },
): Promise<void> {
  const { stockLimit, stockPercent, network } = where
  if (stockLimit === null || network === "") return
  const held = await findHeldUnits(cx, where)
  if (held.units >= networkCap(stockLimit, stockPercent)) throw networkHoldsEnough(held, cx.now())
}

/**
 * Refuses a buyer with too many open checkouts at one seller, with 409. Those of the same offer do not count for the browser and the
 * address, since the new one replaces them. Parallel requests may open a few more.
 */
export async function checkOpenCheckouts(cx: Context<Anyone>, order: Order): Promise<void> {
  const { offer, email, network } = order
  const open = await countOpenCheckouts(cx, { offer, email, network, ids: listProvenIds(cx) })
  const { browserCheckouts, addressCheckouts, networkCheckouts } = cx.limits
  if (open.ofBrowser >= browserCheckouts) throw tooManyOpen("in this browser", open, cx.now())
  if (open.ofAddress >= addressCheckouts) throw tooManyOpen("for this email", open, cx.now())
  if (open.ofNetwork >= networkCheckouts) throw tooManyOpen("from your network", open, cx.now())
}

import type { Anyone } from "#access/action.ts"
import type { Context } from "#access/context.ts"
import { checkHourly, isWithinHourly } from "#access/limits/hourly-limit.ts"
import { comparableEmail } from "#kernel/email-address.ts"
import { isProven } from "../deliveries/index.ts"
import { checkoutBusy, notPurchasable, paymentUnderWay } from "../handover-errors.ts"
import { atomicallyForOffer } from "../offers/index.ts"
import {
  applyCheckoutSession,
  endCheckoutSession,
  endingOf,
  judgeCheckoutSession,
  openCheckoutSession,
  processorFailed,
} from "../payments/index.ts"
import { claimTakeover, isEndable, leaveCheckout, type Order, type Purchase, readPurchase } from "../purchases/index.ts"
import { listRivals } from "./list-rivals.ts"
import { checkNetwork, checkOpenCheckouts } from "./network-cap.ts"
import { type EndedCheckout, type Reservation, RivalFound, recordEnd, reservePurchase } from "./reserve-purchase.ts"

type Cx = Context<Anyone>

/** Longer than the processor takes. If the process dies during a takeover, the next one can start after this time. */
const claimMs = 30_000
const openingMs = 30_000
const perHour = 3

/**
 * Reserves an order, after ending the other open checkouts of the address and of this browser at the processor. The
 * transaction that inserts the new one takes over their holds: the address never pays twice, and no other buyer gets the
 * unit or gift in between.
 * @throws ServiceError 409 while a payment or another takeover is under way, and as `reservePurchase` does; 429 after
 * three takeovers in an hour.
 */
export async function reserveAlone(cx: Cx, order: Order): Promise<Reservation> {
  if (order.charge) await checkOpenCheckouts(cx, order)
  for (let tries = 0; tries < 3; tries += 1) {
    const reservation = await replaceRivals(cx, order, await listRivals(cx, order.offer, order.email))
    if (reservation) return reservation
  }
  throw checkoutBusy()
}

/** If the reservation fails, the ends of the other checkouts are still recorded. */
async function replaceRivals(cx: Cx, order: Order, rivals: readonly Purchase[]): Promise<Reservation | undefined> {
  const ended: EndedCheckout[] = []
  try {
    for (const rival of rivals) {
      const end = await takeOver(cx, order, rival)
      if (end) ended.push(end)
      else if (await hasPaid(cx, order, rival)) return { purchase: await readPurchase(cx, rival.id), isOwned: true }
    }
    return await reservePurchase(cx, order, ended)
  } catch (error) {
    for (const one of ended) await atomicallyForOffer(cx, { offer: order.offer }, (cx) => recordEnd(cx, one))
    if (error instanceof RivalFound) return undefined
    throw error
  }
}

/** Whether a checkout was paid before it could be ended. The buyer must then not pay again, for no address. */
async function hasPaid(cx: Cx, { charge }: Order, { id }: Purchase): Promise<boolean> {
  const { state, owner_key } = await readPurchase(cx, id)
  if (state === "pending_async") throw paymentUnderWay(state)
  return charge !== null && owner_key !== null
}

/** Ends another checkout of the address or browser. Undefined if it belongs to this request or has ended. */
async function takeOver(cx: Cx, order: Order, rival: Purchase): Promise<EndedCheckout | undefined> {
  if (order.requestKey !== undefined && rival.request_key === order.requestKey) return undefined
  if (!isEndable(rival.state)) throw paymentUnderWay(rival.state)
  if (isBeingOpened(rival, cx.now())) throw checkoutBusy()
  await checkRoom(cx, order, rival)
  const counter = await counterFor(cx, rival)
  if (counter) await checkHourly(cx, counter, { hits: perHour, sentence: tooMany })
  if (!(await cx.atomically((cx) => claimTakeover(cx, rival, cx.now() + claimMs)))) throw checkoutBusy()
  try {
    const ended = await endAtProcessor(cx, rival)
    if (counter) await isWithinHourly(cx, counter, perHour)
    return ended
  } catch (error) {
    await cx.atomically((cx) => leaveCheckout(cx, rival))
    throw error
  }
}

/** Whether another request is still opening a checkout: it has no checkout session, is young and was not given up. */
function isBeingOpened({ state, created_at, takeover_lease_until }: Purchase, now: number): boolean {
  return state === "created" && takeover_lease_until === null && now - created_at < openingMs
}

/** Checks beforehand whether the reservation would be refused, so that the other checkout is not ended in vain. */
async function checkRoom(cx: Cx, { offer, network, charge }: Order, { id }: Purchase): Promise<void> {
  const { stockLimit, unitsTaken } = offer
  if (stockLimit === null || charge === null) return
  if (unitsTaken > stockLimit) throw notPurchasable()
  await checkNetwork(cx, { offer, network, stockLimit, stockPercent: cx.limits.networkStockPercent, exceptId: id })
}

/** Callers who prove that the checkout or its address is theirs may take it over without a limit. */
async function counterFor(cx: Cx, rival: Purchase): Promise<string | undefined> {
  const { network } = cx.exchange
  if (network === undefined || (await isProven(cx, rival))) return undefined
  const address = cx.keyring.mac("log-address", comparableEmail(rival.buyer_email ?? ""))
  return `takeover:${address}:${network}`
}

const tooMany = "A checkout for this email was restarted too often in the last hour."

/** Ends a checkout if the processor confirms that it can no longer be paid. A payment made meanwhile counts. */
async function endAtProcessor(cx: Cx, rival: Purchase): Promise<EndedCheckout | undefined> {
  if (rival.state === "created" && !(await openCheckoutSession(cx, rival))) return undefined
  const opened = await readPurchase(cx, rival.id)
  const checkoutSession = await endCheckoutSession(cx, opened)
  const verdict = judgeCheckoutSession(checkoutSession)
  if (verdict === "open") throw processorFailed(new Error("A session that was ended is still open."))
  const by = endingOf[verdict]
  if (by) return { id: rival.id, workspace_id: rival.workspace_id, by }
  await applyCheckoutSession(cx, opened, checkoutSession)
}

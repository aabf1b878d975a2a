import type { Anyone } from "#access/action.ts"
import type { Context } from "#access/context.ts"
import { checkHourly, isWithinHourly } from "#access/hourly-limit.ts"
import { comparableEmail } from "#kernel/email-address.ts"
import { isProven } from "../deliveries/index.ts"
import { checkoutBusy, notPurchasable, paymentUnderWay } from "../handover-errors.ts"
import { applySession, endingOf, endSession, judgeSession, openSession, processorFailed } from "../payments/index.ts"
import {
  claimTakeover,
  findUnderWay,
  isEndable,
  leaveCheckout,
  type Order,
  type Purchase,
  readPurchase,
} from "../purchases/index.ts"
import { checkNetwork } from "./network-cap.ts"
import { type EndedCheckout, type Reservation, recordEnd, reservePurchase } from "./reserve-purchase.ts"

type Cx = Context<Anyone>

/** Longer than the processor takes; a takeover whose process died is free again after it. */
const claimMs = 30_000
/** The same for a request that opens a checkout of its own. */
const openingMs = 30_000
const perHour = 3

/**
 * Reserves for whoever asks. An address has one open checkout for each offer: another one that is there is ended at the
 * processor first, and what it holds goes to the new one in the transaction that makes it. So no two can be paid, and
 * nobody else gets the unit or the gift in between.
 *
 * @throws ServiceError 409 when a payment is on its way, when the other checkout is just being opened or taken over, and
 * for what `reservePurchase` refuses; 429 after three takeovers in an hour.
 */
export async function reserveAlone(cx: Cx, order: Order): Promise<Reservation> {
  for (let tries = 0; tries < 3; tries += 1) {
    const rival = order.email === null ? undefined : await findUnderWay(cx, order.offer.id, order.email)
    const ended = rival && (await takeOver(cx, order, rival))
    const reservation = await reserveAfter(cx, order, ended)
    if (reservation) return reservation
  }
  throw checkoutBusy()
}

/** Should the reservation be refused after all, what was ended is over nevertheless. */
async function reserveAfter(cx: Cx, order: Order, ended: EndedCheckout | undefined): Promise<Reservation | undefined> {
  try {
    return await reservePurchase(cx, order, ended)
  } catch (error) {
    if (ended) await cx.atomically((cx) => recordEnd(cx, ended))
    throw error
  }
}

/** Ends another checkout of the address. Undefined when that is not for us: it is ours, or it is over by itself. */
async function takeOver(cx: Cx, order: Order, rival: Purchase): Promise<EndedCheckout | undefined> {
  if (order.requestKey !== undefined && rival.request_key === order.requestKey) return undefined
  if (!isEndable(rival.state)) throw paymentUnderWay(rival.state)
  if (isBeingOpened(rival, cx.now())) throw checkoutBusy()
  await checkRoom(cx, order, rival)
  const counter = await counterFor(cx, rival)
  if (counter) await checkHourly(cx, counter, { hits: perHour, sentence: tooMany })
  if (!(await cx.atomically((cx) => claimTakeover(cx, rival.id, cx.now() + claimMs)))) throw checkoutBusy()
  try {
    const ended = await endAtProcessor(cx, rival)
    if (counter) await isWithinHourly(cx, counter, perHour)
    return ended
  } catch (error) {
    await cx.atomically((cx) => leaveCheckout(cx, rival.id))
    throw error
  }
}

/** A checkout without a session is young and nobody has given it up: another request is at work on it. */
function isBeingOpened({ state, created_at, takeover_until }: Purchase, now: number): boolean {
  return state === "created" && takeover_until === null && now - created_at < openingMs
}

/** What would be refused afterwards is refused before the other checkout is ended for nothing. */
async function checkRoom(cx: Cx, { offer, network, charge }: Order, { id }: Purchase): Promise<void> {
  const { stockLimit, unitsTaken } = offer
  if (stockLimit === null || charge === null) return
  if (unitsTaken > stockLimit) throw notPurchasable()
  await checkNetwork(cx, { offerId: offer.id, network, stockLimit, exceptId: id })
}

/** Who can show that the checkout, or its address, is theirs takes it over as often as they like. */
async function counterFor(cx: Cx, rival: Purchase): Promise<string | undefined> {
  const { network } = cx.exchange
  if (network === undefined || (await isProven(cx, rival))) return undefined
  const address = cx.keyring.mac("log-address", comparableEmail(rival.buyer_email ?? ""))
  return `takeover:${address}:${network}`
}

const tooMany = "A checkout for this e-mail address was begun anew too often from your network in the last hour."

/** Only the processor's word that it cannot be paid any more ends a checkout; what was paid meanwhile counts. */
async function endAtProcessor(cx: Cx, rival: Purchase): Promise<EndedCheckout | undefined> {
  if (rival.state === "created" && !(await openSession(cx, rival))) return undefined
  const opened = await readPurchase(cx, rival.id)
  const session = await endSession(cx, opened)
  const verdict = judgeSession(session)
  if (verdict === "open") throw processorFailed(new Error("A session that was ended is still open."))
  const by = endingOf[verdict]
  if (by) return { id: rival.id, by }
  await applySession(cx, opened, session)
}

import type { Anyone } from "#access/action.ts"
import type { Context } from "#access/context.ts"
import { handLinkTo, keepOpener, linkFor } from "../deliveries/index.ts"
import { checkoutOver, checkoutRefused, paymentUnderWay } from "../handover-errors.ts"
import {
  abandonedAfterMs,
  applyCheckoutSession,
  getCheckoutSession,
  judgeCheckoutSession,
  openCheckoutSession,
  settlePurchase,
} from "../payments/index.ts"
import type { PurchaseState } from "../purchase-states.ts"
import { forgetRequest, leaveCheckout, type Purchase, readPurchase } from "../purchases/index.ts"

export type CheckoutAnswer =
  | { clientSecret: string; sessionId: string }
  | { alreadyOwned: boolean; deliveryUrl: string }

/** Continues a checkout from its purchase's state. Returns undefined when the purchase has ended unpaid. */
export function continueCheckout(cx: Context<Anyone>, purchase: Purchase): Promise<CheckoutAnswer | undefined> {
  return steps[purchase.state](cx, purchase)
}

type Step = (cx: Context<Anyone>, purchase: Purchase) => Promise<CheckoutAnswer | undefined>

const steps: Record<PurchaseState, Step> = {
  created: askForCheckoutSession,
  open: findOpenCheckoutSession,
  pending_async: findOpenCheckoutSession,
  comped: async (cx, purchase) => ({ alreadyOwned: false, deliveryUrl: handLinkTo(cx, purchase) }),
  paid: answerOwned,
  fulfilled: answerOwned,
  disputed: answerOwned,
  expired: forget,
  failed: forget,
  fulfil_failed: refuse,
  refunding: refuse,
  refunded: refuse,
}

async function askForCheckoutSession(cx: Context<Anyone>, purchase: Purchase): Promise<CheckoutAnswer | undefined> {
  if (cx.now() - purchase.created_at > abandonedAfterMs) return giveUp(cx, purchase)
  const checkoutSession = await openCheckoutSession(cx, purchase).catch((error: unknown) => leave(cx, purchase, error))
  if (!checkoutSession) throw checkoutRefused()
  if (checkoutSession.clientSecret === null) return findOpenCheckoutSession(cx, await readPurchase(cx, purchase.id))
  keepOpener(cx, purchase)
  return { clientSecret: checkoutSession.clientSecret, sessionId: checkoutSession.id }
}

/** Marks the request as over, so that another request for the same address need not wait. */
async function leave(cx: Context<Anyone>, purchase: Purchase, error: unknown): Promise<never> {
  await cx.atomically((cx) => leaveCheckout(cx, purchase))
  throw error
}

/**
 * Ends a purchase that is too old to open: the processor requires half an hour. Ending it first keeps it the only one.
 */
async function giveUp(cx: Context<Anyone>, purchase: Purchase): Promise<CheckoutAnswer | undefined> {
  await settlePurchase(cx, { purchaseId: purchase.id })
  return continueCheckout(cx, await readPurchase(cx, purchase.id))
}

async function findOpenCheckoutSession(cx: Context<Anyone>, purchase: Purchase): Promise<CheckoutAnswer | undefined> {
  const checkoutSession = await getCheckoutSession(cx, purchase)
  if (judgeCheckoutSession(checkoutSession) === "open" && checkoutSession.clientSecret !== null) {
    keepOpener(cx, purchase)
    return { clientSecret: checkoutSession.clientSecret, sessionId: checkoutSession.id }
  }
  const settled = await applyCheckoutSession(cx, purchase, checkoutSession)
  if (settled.state === "open" || settled.state === "pending_async") throw paymentUnderWay(settled.state)
  return continueCheckout(cx, settled)
}

async function answerOwned(cx: Context<Anyone>, purchase: Purchase): Promise<CheckoutAnswer> {
  return { alreadyOwned: true, deliveryUrl: await linkFor(cx, purchase) }
}

async function forget(cx: Context<Anyone>, purchase: Purchase): Promise<undefined> {
  await cx.atomically((cx) => forgetRequest(cx, purchase))
}

async function refuse(): Promise<never> {
  throw checkoutOver("Its payment is refunded or can't be delivered. Start a new checkout.")
}

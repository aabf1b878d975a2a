import type { Context } from "#access/context.ts"
import type { CheckoutSession, ProcessorAccount } from "#adapters/payments/port.ts"
import type { FoundCheckoutSession } from "#jobs/jobs.ts"
import { toStoredEmail } from "#kernel/email-address.ts"
import { ServiceError } from "#kernel/error.ts"
import { hourMs } from "#kernel/time/units.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { findSoldOffer } from "../offers/index.ts"
import { findPaymentAccount, findPaymentAccountRow } from "../payment-accounts/index.ts"
import {
  asking,
  type Finding,
  isOnList,
  isPaidBack,
  judgeCheckoutSession,
  processorFailed,
  remakePurchase,
  reportUnclearMoney,
  settlePurchase,
  transition,
} from "../payments/index.ts"
import { attachToFailed, findPurchase, type Purchase } from "../purchases/index.ts"
import { refundCheckoutSession } from "./decide-unclear-money.ts"

/** How long the processor may fail to confirm a payment that its own list shows. */
const patienceMs = 6 * hourMs

/**
 * Handles a listed checkout session without a purchase here: a sale newer than the restored backup, or a lost response.
 * A paid checkout session is delivered, refunded, or reported as unclear. An unpaid one is ended.
 * @throws ServiceError `upstream_error` when the processor's response is missing or wrong. Ask again later.
 */
export async function adoptCheckoutSession(cx: Context, found: FoundCheckoutSession): Promise<void> {
  const processorAccount = await findPaymentAccount(cx, found.processorAccount)
  if (!processorAccount || (await isOnList(cx, processorAccount.id, found.checkoutSessionId))) return
  try {
    await adopt(cx, processorAccount, await askFor(cx, processorAccount, found))
  } catch (error) {
    const isOver = found.isPaid && cx.now() - found.foundAt >= patienceMs
    if (!isOver || !(error instanceof ServiceError)) throw error
    const reason = "Stripe’s records of this payment don’t match."
    await report(cx, { ...toFinding(processorAccount, { ...found, id: found.checkoutSessionId }), reason })
  }
}

/** Asks for the checkout session itself. It counts only if it agrees with the list. */
async function askFor(
  cx: Context,
  processorAccount: ProcessorAccount,
  found: FoundCheckoutSession,
): Promise<CheckoutSession> {
  const checkoutSession = await asking(cx, processorAccount, () =>
    cx.payments.findCheckoutSession(processorAccount, found.checkoutSessionId),
  )
  const isSame =
    checkoutSession?.id === found.checkoutSessionId &&
    checkoutSession.reference === found.reference &&
    checkoutSession.offerId === found.offerId &&
    checkoutSession.amountCents === found.amountCents &&
    checkoutSession.currency === found.currency &&
    checkoutSession.live === cx.payments.isLive(processorAccount)
  if (!isSame) throw processorFailed(new Error("The processor's response about a session contradicts its list."))
  return checkoutSession
}

async function adopt(cx: Context, processorAccount: ProcessorAccount, checkoutSession: CheckoutSession): Promise<void> {
  const purchase = await findPurchase(cx, checkoutSession.reference)
  const verdict = judgeCheckoutSession(checkoutSession)
  if (verdict === "open")
    return purchase?.checkout_session_id === null ? undefined : endUnknown(cx, { processorAccount, checkoutSession })
  if ((verdict !== "paid" && verdict !== "awaiting") || isPaidBack(checkoutSession)) return
  if (!purchase) return takeLostSale(cx, processorAccount, checkoutSession)
  if (purchase.processor_account !== processorAccount.id) {
    return report(cx, {
      ...toFinding(processorAccount, checkoutSession),
      reason: "The payment was made to another Stripe account.",
    })
  }
  await takeSecondCheckoutSession(cx, { processorAccount, checkoutSession, purchase })
}

interface Match {
  processorAccount: ProcessorAccount
  checkoutSession: CheckoutSession
  purchase: Purchase
}

/** A purchase without a checkout session gets this one. For a purchase that has one, the second payment is refunded. */
async function takeSecondCheckoutSession(cx: Context, { processorAccount, checkoutSession, purchase }: Match) {
  const set = {
    checkout_session_id: checkoutSession.id,
    checkout_session_expires_at: checkoutSession.expiresAt,
    opened_at: checkoutSession.createdAt,
  }
  const isAttached = purchase.checkout_session_id === null && (await attach(cx, purchase, set))
  const current = isAttached ? { ...purchase, ...set } : await findPurchase(cx, purchase.id)
  if (current?.checkout_session_id === checkoutSession.id) return settlePurchase(cx, { purchaseId: purchase.id })
  const { workspace_id, id: purchase_id } = purchase
  const finding = { ...toFinding(processorAccount, checkoutSession), workspace_id, purchase_id }
  if (judgeCheckoutSession(checkoutSession) === "awaiting") {
    return report(cx, { ...finding, reason: "A second payment for this purchase is pending." })
  }
  await giveBack(cx, { ...finding, reason: "A second payment for this purchase. It is being refunded." })
}

function attach(cx: Context, { id, workspace_id }: Purchase, checkoutSession: Parameters<typeof attachToFailed>[2]) {
  const key = { id, workspace_id }
  return cx.atomically(async (cx) => {
    const opened = await transition(cx, "open", { ...key, ...checkoutSession })
    return opened !== undefined || attachToFailed(cx, key, checkoutSession)
  })
}

async function takeLostSale(cx: Context, processorAccount: ProcessorAccount, checkoutSession: CheckoutSession) {
  const offer = await findSoldOffer(cx, checkoutSession.offerId)
  const buyerEmail = toStoredEmail(checkoutSession.buyerEmail ?? "")
  const isOfSeller = offer !== undefined && (await mayCharge(cx, processorAccount, offer.workspaceId))
  if (isOfSeller && buyerEmail !== undefined && /^purchase_\w+$/.test(checkoutSession.reference)) {
    await remakePurchase(cx, { processorAccount, checkoutSession, offer, buyerEmail })
    return settlePurchase(cx, { purchaseId: checkoutSession.reference })
  }
  // Another installation may use the same processor account. Its sales are not reported here.
  if (!offer && !leadsHere(cx, checkoutSession)) return
  const workspace_id = isOfSeller ? offer.workspaceId : null
  const reason = isOfSeller ? "The payment has no buyer email." : "The payment is for an unknown offer."
  await report(cx, { ...toFinding(processorAccount, checkoutSession), workspace_id, reason })
}

/** Whether the account may charge for this workspace. Another seller's checkout sessions can have any content. */
async function mayCharge(cx: Context, { id }: ProcessorAccount, workspaceId: WorkspaceId): Promise<boolean> {
  return id === "installation" || (await findPaymentAccountRow(cx, id))?.workspace_id === workspaceId
}

/** Ends an unknown checkout session, because its payment could not be delivered. */
async function endUnknown(cx: Context, { processorAccount, checkoutSession }: Omit<Match, "purchase">): Promise<void> {
  if (!leadsHere(cx, checkoutSession)) return
  const ended = await asking(cx, processorAccount, () =>
    cx.payments.expireCheckoutSession(processorAccount, checkoutSession.id),
  )
  if (ended.id === checkoutSession.id && judgeCheckoutSession(ended) === "expired") return
  throw processorFailed(new Error("A session was paid before it could be ended."))
}

function leadsHere(cx: Context, { returnUrl }: CheckoutSession): boolean {
  return returnUrl?.startsWith(`${cx.addresses.base}/`) === true
}

type Payment = Pick<CheckoutSession, "id" | "amountCents" | "currency"> &
  Partial<Pick<CheckoutSession, "paymentId" | "buyerEmail">>

function toFinding({ id }: ProcessorAccount, checkoutSession: Payment): Omit<Finding, "reason"> {
  const { paymentId = null, buyerEmail = null, amountCents, currency } = checkoutSession
  const about = { payment_id: paymentId, buyer_email: buyerEmail, amount_cents: amountCents, currency }
  return {
    workspace_id: null,
    purchase_id: null,
    processor_account: id,
    checkout_session_id: checkoutSession.id,
    ...about,
    decision: null,
  }
}

async function report(cx: Context, finding: Finding): Promise<void> {
  await cx.atomically((cx) => reportUnclearMoney(cx, finding))
}

/** A second payment is always refunded, without asking a person. */
async function giveBack(cx: Context, finding: Finding): Promise<void> {
  await cx.atomically(async (cx) => {
    const entry = await reportUnclearMoney(cx, { ...finding, decision: "refund" })
    if (entry) await refundCheckoutSession(cx, entry)
  })
}

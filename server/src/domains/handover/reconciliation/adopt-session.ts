import type { Context } from "#access/context.ts"
import type { Account, CheckoutSession } from "#adapters/payments/port.ts"
import type { FoundSession } from "#jobs/jobs.ts"
import { toStoredEmail } from "#kernel/email-address.ts"
import { ServiceError } from "#kernel/error.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { findSoldOffer } from "../offers/index.ts"
import { findPaymentAccount, findPaymentAccountRow } from "../payment-accounts/index.ts"
import {
  asking,
  type Finding,
  isOnList,
  isPaidBack,
  judgeSession,
  processorFailed,
  remakePurchase,
  reportUnclearMoney,
  settlePurchase,
  transition,
} from "../payments/index.ts"
import { attachToFailed, findPurchase, type Purchase } from "../purchases/index.ts"
import { refundSession } from "./decide-unclear-money.ts"

/** How long the processor may fail to confirm a payment that its own list shows. */
const patienceMs = 6 * 60 * 60_000

/**
 * Handles a listed session without a purchase here: a sale newer than the restored backup, or a lost response. A paid
 * session is delivered, refunded, or reported as unclear. An unpaid one is ended.
 * @throws ServiceError `upstream_error` when the processor's response is missing or wrong. Ask again later.
 */
export async function adoptSession(cx: Context, found: FoundSession): Promise<void> {
  const account = await findPaymentAccount(cx, found.account)
  if (!account || (await isOnList(cx, account.id, found.sessionId))) return
  try {
    await adopt(cx, account, await askFor(cx, account, found))
  } catch (error) {
    const isOver = found.isPaid && cx.now() - found.foundAt >= patienceMs
    if (!isOver || !(error instanceof ServiceError)) throw error
    const reason = "The processor lists a payment, and says nothing or something else when it is asked about it."
    await report(cx, { ...toFinding(account, { ...found, id: found.sessionId }), reason })
  }
}

/** Asks for the session itself. It counts only if it agrees with the list. */
async function askFor(cx: Context, account: Account, found: FoundSession): Promise<CheckoutSession> {
  const session = await asking(cx, account, () => cx.payments.findSession(account, found.sessionId))
  const isSame =
    session?.id === found.sessionId &&
    session.reference === found.reference &&
    session.offerId === found.offerId &&
    session.amountCents === found.amountCents &&
    session.currency === found.currency &&
    session.live === cx.payments.isLive(account)
  if (!isSame) throw processorFailed(new Error("The processor's response about a session contradicts its list."))
  return session
}

async function adopt(cx: Context, account: Account, session: CheckoutSession): Promise<void> {
  const purchase = await findPurchase(cx, session.reference)
  const verdict = judgeSession(session)
  if (verdict === "open") return purchase?.session_id === null ? undefined : endUnknown(cx, { account, session })
  if ((verdict !== "paid" && verdict !== "awaiting") || isPaidBack(session)) return
  if (!purchase) return takeLostSale(cx, account, session)
  if (purchase.payment_account !== account.id) {
    return report(cx, { ...toFinding(account, session), reason: "The purchase was to be charged on another account." })
  }
  await takeSecondSession(cx, { account, session, purchase })
}

interface Match {
  account: Account
  session: CheckoutSession
  purchase: Purchase
}

/** A purchase without a session gets this one. A purchase that has a session gets its second payment refunded. */
async function takeSecondSession(cx: Context, { account, session, purchase }: Match): Promise<void> {
  const set = { session_id: session.id, session_expires_at: session.expiresAt, opened_at: session.createdAt }
  const isAttached = purchase.session_id === null && (await attach(cx, purchase.id, set))
  const current = isAttached ? { ...purchase, ...set } : await findPurchase(cx, purchase.id)
  if (current?.session_id === session.id) return settlePurchase(cx, { purchaseId: purchase.id })
  const { workspace_id, id: purchase_id } = purchase
  const finding = { ...toFinding(account, session), workspace_id, purchase_id }
  if (judgeSession(session) === "awaiting") {
    return report(cx, { ...finding, reason: "A second payment of one purchase is on its way." })
  }
  await giveBack(cx, { ...finding, reason: "A second payment of one purchase; it is being given back." })
}

function attach(cx: Context, id: string, session: Parameters<typeof attachToFailed>[2]): Promise<boolean> {
  return cx.atomically(async (cx) => {
    const opened = await transition(cx, "open", { id, ...session })
    return opened !== undefined || attachToFailed(cx, id, session)
  })
}

async function takeLostSale(cx: Context, account: Account, session: CheckoutSession): Promise<void> {
  const offer = await findSoldOffer(cx, session.offerId)
  const buyerEmail = toStoredEmail(session.buyerEmail ?? "")
  const isOfSeller = offer !== undefined && (await mayCharge(cx, account, offer.workspaceId))
  if (isOfSeller && buyerEmail !== undefined && /^purchase_\w+$/.test(session.reference)) {
    await remakePurchase(cx, { account, session, offer, buyerEmail })
    return settlePurchase(cx, { purchaseId: session.reference })
  }
  // Another installation may use the same account. Its sales are not reported here.
  if (!offer && !leadsHere(cx, session)) return
  const workspace_id = isOfSeller ? offer.workspaceId : null
  const reason = isOfSeller ? "It does not say who the buyer is." : "What it pays for is not known here."
  await report(cx, { ...toFinding(account, session), workspace_id, reason })
}

/** Whether the account may charge for this workspace. Another seller could open sessions with any content on theirs. */
async function mayCharge(cx: Context, { id }: Account, workspaceId: WorkspaceId): Promise<boolean> {
  return id === "installation" || (await findPaymentAccountRow(cx, id))?.workspace_id === workspaceId
}

/** Ends an unknown session, because its payment could not be delivered. */
async function endUnknown(cx: Context, { account, session }: Omit<Match, "purchase">): Promise<void> {
  if (!leadsHere(cx, session)) return
  const ended = await asking(cx, account, () => cx.payments.expireSession(account, session.id))
  if (ended.id === session.id && judgeSession(ended) === "expired") return
  throw processorFailed(new Error("A session was paid before it could be ended."))
}

function leadsHere(cx: Context, { returnUrl }: CheckoutSession): boolean {
  return returnUrl?.startsWith(`${cx.addresses.base}/`) === true
}

type Payment = Pick<CheckoutSession, "id" | "amountCents" | "currency"> &
  Partial<Pick<CheckoutSession, "paymentId" | "buyerEmail">>

function toFinding({ id }: Account, session: Payment): Omit<Finding, "reason"> {
  const { paymentId = null, buyerEmail = null, amountCents, currency } = session
  const about = { payment_id: paymentId, buyer_email: buyerEmail, amount_cents: amountCents, currency }
  return {
    workspace_id: null,
    purchase_id: null,
    payment_account: id,
    session_id: session.id,
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
    if (entry) await refundSession(cx, entry)
  })
}

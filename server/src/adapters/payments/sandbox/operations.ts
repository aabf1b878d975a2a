import { newId } from "#kernel/ids.ts"
import { dayMs } from "#kernel/time/units.ts"
import { amountRules } from "../minimums.ts"
import {
  type CheckoutSession,
  type CheckoutSessionPage,
  type CheckoutSessionRequest,
  type Listing,
  type ProcessorAccount,
  ProcessorError,
  type Refund,
  type RefundRequest,
} from "../port.ts"
import { findCard } from "./cards.ts"
import {
  type CheckoutSessionRow,
  countRefundedCents,
  countReturningCents,
  findCheckoutSessionRow,
  findPaymentRow,
  insertCheckoutSession,
  insertRefund,
  listNewestRows,
} from "./checkout-session-store.ts"
import { mustBeUndisputed } from "./disputes.ts"
import { endCheckoutSession, settlingMs, tellRefund } from "./life.ts"
import type { SandboxParts } from "./webhooks.ts"

export function openCheckoutSession(
  parts: SandboxParts,
  processorAccount: ProcessorAccount,
  request: CheckoutSessionRequest,
): CheckoutSession {
  const now = parts.now()
  checkRequest(request, now)
  const id = newId("cs_sandbox")
  insertCheckoutSession(parts.file, { id, account: processorAccount.id, created_at: now }, request)
  return toCheckoutSession(parts, findCheckoutSessionRow(parts.file, id) as CheckoutSessionRow)
}

/** Refuses what Stripe would refuse. The outcome says whether the buyer or the processor account caused it. */
function checkRequest(request: CheckoutSessionRequest, now: number): void {
  const fault = findFault(request, now)
  if (fault) throw new ProcessorError("account-fault", fault)
  const { amountCents, currency, buyerEmail } = request
  if (!/^\S+@\S+\.\S+$/.test(buyerEmail)) {
    throw new ProcessorError("refused", "The buyer's address is not a mail address.")
  }
  if (amountCents < amountRules(currency).minimumCents) {
    throw new ProcessorError("refused", "The amount is below the least charge.", { about: "amount" })
  }
}

function findFault(request: CheckoutSessionRequest, now: number): string | undefined {
  const { amountCents, expiresAt } = request
  if (!/^[a-z]{3}$/.test(request.currency)) return "The currency is not one."
  const { maximumCents, stepCents } = amountRules(request.currency)
  if (!Number.isSafeInteger(amountCents) || amountCents > maximumCents)
    return "The amount is not a whole number, or has too many digits."
  if (amountCents % stepCents !== 0) return "The amount is not one of the currency's steps."
  if (request.title === "") return "The title is empty."
  if (!URL.canParse(request.returnUrl)) return "The return address is not one."
  // Stripe counts whole seconds, so up to one second of the half hour may be missing.
  const isTooShort = expiresAt < now + 1_799_000
  return isTooShort || expiresAt > now + dayMs ? "A session must expire in 30 minutes to 24 hours." : undefined
}

/** Refunds at once, or later if the card's number says so. */
export function refundPayment(
  parts: SandboxParts,
  processorAccount: ProcessorAccount,
  request: Pick<RefundRequest, "paymentId" | "amountCents">,
): Refund {
  const { paymentId } = request
  const checkoutSession = findPaymentRow(parts.file, paymentId)
  if (checkoutSession?.account !== processorAccount.id || checkoutSession.payment !== "paid") {
    throw new ProcessorError("account-fault", "There is no such charge.")
  }
  const leftCents = checkoutSession.amount_cents - countRefundedCents(parts.file, paymentId)
  const amountCents = request.amountCents ?? leftCents
  if (leftCents === 0) return { id: paymentId, status: "succeeded" }
  mustBeUndisputed(checkoutSession)
  if (amountCents < 1 || amountCents > leftCents) {
    throw new ProcessorError("refused", "The amount is greater than what is left of the charge.")
  }
  const { later } = findCard(checkoutSession.card ?? "")
  const id = newId("re_sandbox")
  const status = later === "refund-waits" ? "pending" : "succeeded"
  const settles_at = later === "refund-waits" || later === "refund-fails" ? parts.now() + settlingMs : null
  insertRefund(parts.file, {
    id,
    payment_id: paymentId,
    amount_cents: amountCents,
    status,
    settles_at,
    created_at: parts.now(),
  })
  tellRefund(parts, checkoutSession, { type: "charge.refunded", refundId: id })
  return { id, status }
}

export function findCheckoutSession(
  parts: SandboxParts,
  processorAccount: ProcessorAccount,
  id: string,
): CheckoutSession | undefined {
  const row = findOwnCheckoutSession(parts, processorAccount, id)
  return row && toCheckoutSession(parts, row)
}

const pageSize = 100

/** Lists a page of a processor account's checkout sessions, newest first. As in Stripe's lists, `paidAt` is missing. */
export function listCheckoutSessions(
  parts: SandboxParts,
  processorAccount: ProcessorAccount,
  listing: Listing,
): CheckoutSessionPage {
  const { cursor } = listing
  if (cursor !== undefined && !findOwnCheckoutSession(parts, processorAccount, cursor)) {
    throw new ProcessorError("account-fault", "There is no such page.")
  }
  const rows = listNewestRows(parts.file, processorAccount.id, { ...listing, limit: pageSize + 1 })
  const checkoutSessions = rows.slice(0, pageSize).map((row) => ({ ...toCheckoutSession(parts, row), paidAt: null }))
  return { checkoutSessions, next: rows.length > pageSize ? (checkoutSessions.at(-1)?.id ?? null) : null }
}

/** Ends an open checkout session. One that has ended stays as it is. */
export function expireCheckoutSession(
  parts: SandboxParts,
  processorAccount: ProcessorAccount,
  id: string,
): CheckoutSession {
  const row = findOwnCheckoutSession(parts, processorAccount, id)
  if (!row) throw new ProcessorError("account-fault", "There is no such session.")
  return toCheckoutSession(parts, row.status === "open" ? endCheckoutSession(parts, row) : row)
}

function findOwnCheckoutSession(
  { file }: SandboxParts,
  processorAccount: ProcessorAccount,
  id: string,
): CheckoutSessionRow | undefined {
  const row = findCheckoutSessionRow(file, id)
  return row?.account === processorAccount.id ? row : undefined
}

export function toCheckoutSession({ file, keyring }: SandboxParts, row: CheckoutSessionRow): CheckoutSession {
  const returningCents = row.payment_id ? countReturningCents(file, row.payment_id) : 0
  return {
    id: row.id,
    clientSecret: row.status === "open" ? `${row.id}_secret_${keyring.mac("sandbox-webhook", row.id)}` : null,
    status: row.status,
    payment: row.payment,
    amountCents: row.amount_cents,
    currency: row.currency,
    reference: row.reference,
    offerId: row.offer_id,
    live: false,
    paymentId: row.payment_id,
    paidAt: row.paid_at,
    refundedCents: row.payment_id ? countRefundedCents(file, row.payment_id) - returningCents : 0,
    returningCents,
    expiresAt: row.expires_at,
    buyerEmail: row.buyer_email,
    returnUrl: row.return_url,
    gift: row.gift_code_id === null ? null : { codeId: row.gift_code_id, discountCents: row.gift_cents ?? 0 },
    createdAt: row.created_at,
  }
}

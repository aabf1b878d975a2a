import { newId } from "#kernel/ids.ts"
import { findCard } from "./cards.ts"
import {
  type CheckoutSessionRow,
  countRefundedCents,
  findPaymentRow,
  listOverdueCheckoutSessions,
  listSettlingCheckoutSessions,
  listSettlingRefunds,
  type RefundRow,
  updateCheckoutSession,
  updateRefund,
} from "./checkout-session-store.ts"
import { stepDispute } from "./disputes.ts"
import { queueEvent, type SandboxParts } from "./webhooks.ts"

/** How long delayed payments and delayed refunds take. */
export const settlingMs = 180_000

/** Applies the passing of time: checkout sessions expire, delayed payments and refunds finish. */
export function bringUpToDate(parts: SandboxParts): void {
  const now = parts.now()
  for (const checkoutSession of listOverdueCheckoutSessions(parts.file, now)) endCheckoutSession(parts, checkoutSession)
  for (const checkoutSession of listSettlingCheckoutSessions(parts.file, now)) settlePayment(parts, checkoutSession)
  for (const refund of listSettlingRefunds(parts.file, now)) settleRefund(parts, refund)
}

export function endCheckoutSession(parts: SandboxParts, checkoutSession: CheckoutSessionRow): CheckoutSessionRow {
  return changed(parts, { ...checkoutSession, status: "expired" }, "checkout.session.expired")
}

export function completePayment(
  parts: SandboxParts,
  checkoutSession: CheckoutSessionRow,
  card: string,
): CheckoutSessionRow {
  const now = { payment_id: newId("pi_sandbox"), paid_at: parts.now() }
  const paid = { ...checkoutSession, status: "complete", payment: "paid", card, ...now } as const
  return disputeLater(parts, changed(parts, paid, "checkout.session.completed"))
}

/** Starts a delayed payment, which the bank finishes after `settlingMs`. */
export function beginPayment(
  parts: SandboxParts,
  checkoutSession: CheckoutSessionRow,
  card: string,
): CheckoutSessionRow {
  const settles_at = parts.now() + settlingMs
  const begun = { ...checkoutSession, status: "complete", card, payment_id: newId("pi_sandbox"), settles_at } as const
  return changed(parts, begun, "checkout.session.completed")
}

export function settlePayment(parts: SandboxParts, checkoutSession: CheckoutSessionRow): CheckoutSessionRow {
  if (findCard(checkoutSession.card ?? "").later === "payment-fails") {
    const failed = { ...checkoutSession, payment: "failed", settles_at: null } as const
    return changed(parts, failed, "checkout.session.async_payment_failed")
  }
  const paid = { ...checkoutSession, payment: "paid", settles_at: null, paid_at: parts.now() } as const
  return disputeLater(parts, changed(parts, paid, "checkout.session.async_payment_succeeded"))
}

export function settleRefund(parts: SandboxParts, refund: RefundRow): void {
  const checkoutSession = findPaymentRow(parts.file, refund.payment_id)
  if (!checkoutSession) return
  const fails = findCard(checkoutSession.card ?? "").later === "refund-fails"
  updateRefund(parts.file, refund.id, fails ? "failed" : "succeeded")
  tellRefund(parts, checkoutSession, { type: fails ? "refund.failed" : "refund.updated", refundId: refund.id })
}

/** Queues an event about a refund, with the sum of all refunds of the charge. */
export function tellRefund(
  parts: SandboxParts,
  checkoutSession: CheckoutSessionRow,
  { type, refundId }: { type: string; refundId: string },
): void {
  const payment = checkoutSession.payment_id ?? ""
  const data = { id: refundId, payment, amount_refunded: countRefundedCents(parts.file, payment) }
  queueEvent(parts, checkoutSession.account, { type, data })
}

function disputeLater(parts: SandboxParts, checkoutSession: CheckoutSessionRow): CheckoutSessionRow {
  if (findCard(checkoutSession.card ?? "").later === "dispute") stepDispute(parts, checkoutSession, "dispute")
  return checkoutSession
}

function changed(parts: SandboxParts, checkoutSession: CheckoutSessionRow, type: string): CheckoutSessionRow {
  const { id, reference, amount_cents: amount_total, currency, payment, payment_id } = checkoutSession
  const data = {
    id,
    client_reference_id: reference,
    amount_total,
    currency,
    payment_status: payment,
    payment: payment_id,
  }
  queueEvent(parts, checkoutSession.account, { type, data })
  return updateCheckoutSession(parts.file, checkoutSession)
}

import { newId } from "#kernel/ids.ts"
import { findCard } from "./cards.ts"
import { stepDispute } from "./disputes.ts"
import {
  countRefundedCents,
  findPaymentRow,
  listOverdueSessions,
  listSettlingRefunds,
  listSettlingSessions,
  type RefundRow,
  type SessionRow,
  updateRefund,
  updateSession,
} from "./session-store.ts"
import { queueEvent, type SandboxParts } from "./webhooks.ts"

/** How long delayed payments and delayed refunds take. */
export const settlingMs = 180_000

/** Applies the passing of time: sessions expire, delayed payments and refunds finish. */
export function bringUpToDate(parts: SandboxParts): void {
  const now = parts.now()
  for (const session of listOverdueSessions(parts.file, now)) endSession(parts, session)
  for (const session of listSettlingSessions(parts.file, now)) settlePayment(parts, session)
  for (const refund of listSettlingRefunds(parts.file, now)) settleRefund(parts, refund)
}

export function endSession(parts: SandboxParts, session: SessionRow): SessionRow {
  return changed(parts, { ...session, status: "expired" }, "checkout.session.expired")
}

export function completePayment(parts: SandboxParts, session: SessionRow, card: string): SessionRow {
  const now = { payment_id: newId("pi_sandbox"), paid_at: parts.now() }
  const paid = { ...session, status: "complete", payment: "paid", card, ...now } as const
  return disputeLater(parts, changed(parts, paid, "checkout.session.completed"))
}

/** Starts a delayed payment, which the bank finishes after `settlingMs`. */
export function beginPayment(parts: SandboxParts, session: SessionRow, card: string): SessionRow {
  const settles_at = parts.now() + settlingMs
  const begun = { ...session, status: "complete", card, payment_id: newId("pi_sandbox"), settles_at } as const
  return changed(parts, begun, "checkout.session.completed")
}

export function settlePayment(parts: SandboxParts, session: SessionRow): SessionRow {
  if (findCard(session.card ?? "").later === "payment-fails") {
    const failed = { ...session, payment: "failed", settles_at: null } as const
    return changed(parts, failed, "checkout.session.async_payment_failed")
  }
  const paid = { ...session, payment: "paid", settles_at: null, paid_at: parts.now() } as const
  return disputeLater(parts, changed(parts, paid, "checkout.session.async_payment_succeeded"))
}

export function settleRefund(parts: SandboxParts, refund: RefundRow): void {
  const session = findPaymentRow(parts.file, refund.payment_id)
  if (!session) return
  const fails = findCard(session.card ?? "").later === "refund-fails"
  updateRefund(parts.file, refund.id, fails ? "failed" : "succeeded")
  tellRefund(parts, session, { type: fails ? "refund.failed" : "refund.updated", refundId: refund.id })
}

/** Queues an event about a refund, with the sum of all refunds of the charge. */
export function tellRefund(
  parts: SandboxParts,
  session: SessionRow,
  { type, refundId }: { type: string; refundId: string },
): void {
  const payment = session.payment_id ?? ""
  const data = { id: refundId, payment, amount_refunded: countRefundedCents(parts.file, payment) }
  queueEvent(parts, session.account, { type, data })
}

function disputeLater(parts: SandboxParts, session: SessionRow): SessionRow {
  if (findCard(session.card ?? "").later === "dispute") stepDispute(parts, session, "dispute")
  return session
}

function changed(parts: SandboxParts, session: SessionRow, type: string): SessionRow {
  const { id, reference, amount_cents: amount_total, currency, payment, payment_id } = session
  const data = {
    id,
    client_reference_id: reference,
    amount_total,
    currency,
    payment_status: payment,
    payment: payment_id,
  }
  queueEvent(parts, session.account, { type, data })
  return updateSession(parts.file, session)
}

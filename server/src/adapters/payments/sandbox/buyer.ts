import { conflict, notFound } from "#kernel/error.ts"
import { findCard, toCardNumber } from "./cards.ts"
import {
  type CheckoutSessionRow,
  findCheckoutSessionRow,
  listPendingRefunds,
  updateCheckoutSession,
} from "./checkout-session-store.ts"
import { type DisputeStep, disputeSteps, stepDispute } from "./disputes.ts"
import { beginPayment, bringUpToDate, completePayment, settlePayment, settleRefund } from "./life.ts"
import type { SandboxParts } from "./webhooks.ts"

export interface SandboxOutcome {
  status: "paid" | "pending" | "failed" | "declined" | "needs_authentication" | "disputed" | "refund_settled"
  /** The processor's code of a decline. */
  code?: string
  /** A sentence about it, and what to do next. */
  message: string
  next: string
}

/** Steps after the first payment: the buyer's (authentication), the bank's (settle), the card network's (dispute). */
export const sandboxActions = {
  authenticate: "The buyer proves who they are; the card pays, or is declined after all.",
  fail_authentication: "The buyer cannot prove who they are.",
  settle: "The bank answers a delayed payment, or a delayed refund, at once.",
  ...describe(disputeSteps),
} as const
export type SandboxAction = keyof typeof sandboxActions

function describe<Step extends string>(steps: Record<Step, { about: string }>): Record<Step, string> {
  const lines = Object.entries<{ about: string }>(steps).map(([name, { about }]) => [name, about])
  return Object.fromEntries(lines)
}

/** Pays an open checkout session with a test number. A decline leaves it open, for another try. */
export function payCheckoutSession(parts: SandboxParts, checkoutSessionId: string, number: string): SandboxOutcome {
  return withCheckoutSession(parts, checkoutSessionId, (checkoutSession) => {
    mustBeOpen(checkoutSession)
    const card = findCard(number)
    const cardNumber = toCardNumber(number)
    switch (card.does) {
      case "pays":
        completePayment(parts, checkoutSession, cardNumber)
        return paid
      case "waits":
        beginPayment(parts, checkoutSession, cardNumber)
        return waiting
      case "asks":
        updateCheckoutSession(parts.file, { ...checkoutSession, card: cardNumber })
        return asked
      case "declines":
        updateCheckoutSession(parts.file, { ...checkoutSession, card: null })
        return declined(card.code, card.message)
    }
  })
}

export function takeAction(parts: SandboxParts, checkoutSessionId: string, action: SandboxAction): SandboxOutcome {
  return withCheckoutSession(parts, checkoutSessionId, (checkoutSession) =>
    isDisputeStep(action) ? dispute(parts, checkoutSession, action) : steps[action](parts, checkoutSession),
  )
}

const isDisputeStep = (action: SandboxAction): action is DisputeStep => Object.hasOwn(disputeSteps, action)

type Step = (parts: SandboxParts, checkoutSession: CheckoutSessionRow) => SandboxOutcome

const steps: Record<Exclude<SandboxAction, DisputeStep>, Step> = {
  authenticate: (parts, checkoutSession) => authenticate(parts, checkoutSession, true),
  fail_authentication: (parts, checkoutSession) => authenticate(parts, checkoutSession, false),
  settle,
}

function authenticate(parts: SandboxParts, checkoutSession: CheckoutSessionRow, succeeds: boolean): SandboxOutcome {
  mustBeOpen(checkoutSession)
  if (!checkoutSession.card) throw conflict("Nothing waits for authentication.", "Pay with 4000002500003155 first.")
  const { code, message } = findCard(checkoutSession.card)
  if (succeeds && !code) {
    completePayment(parts, checkoutSession, checkoutSession.card)
    return paid
  }
  updateCheckoutSession(parts.file, { ...checkoutSession, card: null })
  return succeeds
    ? declined(code, message)
    : declined("payment_intent_authentication_failure", "The buyer could not be authenticated.")
}

function settle(parts: SandboxParts, checkoutSession: CheckoutSessionRow): SandboxOutcome {
  if (checkoutSession.settles_at !== null) {
    return settlePayment(parts, checkoutSession).payment === "paid" ? paid : failed
  }
  const refunds = listPendingRefunds(parts.file, checkoutSession.payment_id ?? "")
  if (refunds.length === 0)
    throw conflict("No payment or refund is pending.", "Only delayed payments and refunds settle.")
  for (const refund of refunds) settleRefund(parts, refund)
  return { status: "refund_settled", message: "The refund has come to its end.", next: "Nothing is left to do." }
}

function dispute(parts: SandboxParts, checkoutSession: CheckoutSessionRow, step: DisputeStep): SandboxOutcome {
  const state = stepDispute(parts, checkoutSession, step)
  if (!state) {
    throw conflict("This does not fit the session's state.", "Dispute a paid session first, then win or lose it.")
  }
  const next = Object.entries(disputeSteps).flatMap(([name, { from }]) =>
    from.some((one) => one === state) ? name : [],
  )
  return {
    status: "disputed",
    message: `The dispute is ${state}.`,
    next: next.length > 0 ? `Send ${next.join(" or ")}.` : "Nothing is left to do.",
  }
}

function withCheckoutSession(
  parts: SandboxParts,
  checkoutSessionId: string,
  work: (checkoutSession: CheckoutSessionRow) => SandboxOutcome,
): SandboxOutcome {
  parts.file.atomically(() => bringUpToDate(parts)) // by itself: a refusal below must not undo it
  return parts.file.atomically(() => {
    const checkoutSession = findCheckoutSessionRow(parts.file, checkoutSessionId)
    if (!checkoutSession) {
      throw notFound("The sandbox has no such session.", "Start a checkout first; its answer holds the sessionId.")
    }
    return work(checkoutSession)
  })
}

function mustBeOpen(checkoutSession: CheckoutSessionRow): void {
  if (checkoutSession.status === "complete")
    throw conflict("This session is already paid, or its payment is pending.", "Verify it instead.")
  if (checkoutSession.status === "expired") throw conflict("This session has expired.", "Start a new checkout.")
}

function declined(code = "generic_decline", message = "The card was declined."): SandboxOutcome {
  return { status: "declined", code, message, next: "Try again with another number, such as 4242424242424242." }
}

const paid: SandboxOutcome = { status: "paid", message: "The payment succeeded.", next: "Verify the session." }
const failed: SandboxOutcome = { status: "failed", message: "The bank refused.", next: "Start a new checkout." }
const waiting: SandboxOutcome = {
  status: "pending",
  message: "The bank takes three minutes.",
  next: 'Wait, or send {"action":"settle"} to let it answer at once.',
}
const asked: SandboxOutcome = {
  status: "needs_authentication",
  message: "The card wants 3-D Secure.",
  next: 'Send {"action":"authenticate"} or {"action":"fail_authentication"}.',
}

import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import {
  type CheckoutSession,
  type CheckoutSessionRequest,
  type DisputeState,
  type Payments,
  type ProcessorAccount,
  ProcessorError,
  type ProcessorOutcome,
} from "#adapters/payments/port.ts"
import type { CallFault, CallOperation } from "#adapters/payments/sandbox/faults.ts"

/** A processor, with controls for the buyer, the bank, the clock and the network. */
export interface Bench {
  payments: Payments
  processorAccount: ProcessorAccount
  /** A processor account with its own keys. */
  other: Exclude<ProcessorAccount, { id: "installation" }>
  now(): number
  advance(ms: number): void
  pay(sessionId: string): Promise<void>
  payDelayed(sessionId: string, outcome: "succeeds" | "fails"): Promise<void>
  settle(sessionId: string): Promise<void>
  /** Moves the last dispute of a sale to a state, or opens one. */
  dispute(sessionId: string, state: DisputeState): Promise<void>
  plan(operation: CallOperation, kind: CallFault): void
  /** How many checkout sessions exist for a purchase. */
  countCheckoutSessions(reference: string): number
  /** The webhooks sent since the last call, oldest first. */
  takeWebhooks(): { url?: string; body: Buffer; headers: Record<string, string> }[]
  /** The addresses of the webhooks that were made for `other`. */
  hookUrls(): string[]
}

export type OpenBench = (t: TestContext) => Promise<Bench>

let count = 0

/** A valid request; each has a new key and a new reference. */
export function checkoutSessionRequest(
  bench: Pick<Bench, "now">,
  values: Partial<CheckoutSessionRequest> = {},
): CheckoutSessionRequest {
  count++
  return {
    idempotencyKey: `key-${count}`,
    reference: `purchase_${count}`,
    offerId: "offer_1",
    workspaceId: "workspace_1",
    amountCents: 1900,
    currency: "usd",
    title: "A book of “waves”",
    buyerEmail: "bo@example.com",
    returnUrl: "https://shop.example/back?paid={CHECKOUT_SESSION_ID}",
    expiresAt: bench.now() + 3_600_000,
    ...values,
  }
}

/** For `assert.rejects`: the error is a ProcessorError with this outcome. */
export const outcome =
  (expected: ProcessorOutcome) =>
  (error: unknown): true => {
    assert.ok(error instanceof ProcessorError, `not a ProcessorError: ${error}`)
    assert.equal(error.outcome, expected, error.message)
    return true
  }

/** A checkout session that a buyer has paid by card. */
export async function paidCheckoutSession(
  bench: Bench,
  values: Partial<CheckoutSessionRequest> = {},
): Promise<CheckoutSession & { paymentId: string }> {
  const { id } = await bench.payments.openCheckoutSession(bench.processorAccount, checkoutSessionRequest(bench, values))
  await bench.pay(id)
  const checkoutSession = await bench.payments.findCheckoutSession(bench.processorAccount, id)
  assert.ok(checkoutSession?.paymentId)
  return { ...checkoutSession, paymentId: checkoutSession.paymentId }
}

/** The outcome of each fault for a call without a key. Null: the call still succeeds. */
export const unkeyedFaults: readonly (readonly [CallFault, ProcessorOutcome | null])[] = [
  ["lost-answer", "unknown"],
  ["timeout", "unknown"],
  ["server-error", "unknown"],
  ["server-error-stored", "unknown"],
  ["server-error-stored-late", "unknown"],
  ["rate-limited", "unknown"],
  ["locked", "unknown"],
  ["unauthorized", "account-fault"],
  ["forbidden", "account-fault"],
  ["bad-parameter", "account-fault"],
  ["malformed", "unknown"],
  ["slow", null],
]

/** Runs a call under a planned fault, which must end with `expected`, and then once more. Returns the second answer. */
export async function askTwice<Answer>(expected: ProcessorOutcome | null, ask: () => Promise<Answer>): Promise<Answer> {
  if (expected === null) await ask()
  else await assert.rejects(ask(), outcome(expected))
  return ask()
}

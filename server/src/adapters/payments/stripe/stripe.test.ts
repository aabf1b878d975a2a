import type { TestContext } from "node:test"
import { paymentsContract } from "#test/contracts/payments/contract.ts"
import type { Bench } from "#test/contracts/payments/contract-bench.ts"
import { openTestStripe, ownProcessorAccount } from "#test/support/selling/stripe-account.ts"
import type { Fault } from "#test/support/stand-ins/stripe/http.ts"
import type { DisputeStatus } from "#test/support/stand-ins/stripe/stripe-stand-in.ts"
import type { DisputeState } from "../port.ts"
import type { CallFault, CallOperation } from "../sandbox/faults.ts"

paymentsContract("stripe", openBench)

const paths: Record<CallOperation, string> = {
  findAccount: "/v1/account",
  makeHook: "POST /v1/webhook_endpoints",
  removeHook: "DELETE /v1/webhook_endpoints",
  openSession: "/v1/checkout/sessions",
  findSession: "/v1/checkout/sessions/",
  listSessions: "/v1/checkout/sessions",
  expireSession: "/expire",
  refund: "/v1/refunds",
  listDisputes: "/v1/disputes",
  listEvents: "/v1/events",
}
const disputes: Record<DisputeState, DisputeStatus> = {
  ...{ inquiry: "warning_needs_response", closed: "warning_closed", open: "needs_response", answered: "under_review" },
  ...{ won: "won", lost: "lost", appealed: "appeal_needs_response", prevented: "prevented" },
}
// The SDK repeats a request whose connection closed; the call fails only when that happens twice.
const wires: Partial<Record<CallFault, Fault>> = {
  "lost-answer": { kind: "drop-after", times: 2 },
  timeout: { kind: "drop-before", times: 2 },
  "server-error": { kind: "500" },
  "server-error-stored": { kind: "500-stored" },
  "server-error-stored-late": { kind: "500-stored-late" },
  "rate-limited": { kind: "429" },
  locked: { kind: "409" },
  unauthorized: { kind: "401" },
  forbidden: { kind: "403" },
  "bad-parameter": { kind: "400" },
  malformed: { kind: "garble" },
  slow: { kind: "slow", ms: 20 },
}

async function openBench(t: TestContext): Promise<Bench> {
  const { payments, standIn, processorAccount } = await openTestStripe(t)
  const failing = new Set<string>()
  let offsetMs = 0
  return {
    payments,
    processorAccount,
    other: ownProcessorAccount,
    now: () => Date.now() + offsetMs,
    advance: (ms) => {
      offsetMs += ms
      standIn.advance(ms)
    },
    pay: async (sessionId) => standIn.pay(sessionId),
    payDelayed: async (sessionId, outcome) => {
      if (outcome === "fails") failing.add(sessionId)
      standIn.pay(sessionId, "delayed")
    },
    settle: async (sessionId) => standIn.settle(sessionId, !failing.has(sessionId)),
    dispute: async (sessionId, status) => standIn.dispute(sessionId, disputes[status]),
    plan: (operation, kind) => {
      const wire = wires[kind]
      if (wire) standIn.faults.push({ ...wire, path: paths[operation] })
    },
    countCheckoutSessions: (reference) => standIn.checkoutSessionsOf(reference).length,
    takeWebhooks: () => standIn.takeWebhooks(),
    hookUrls: () => standIn.hooksOf(ownProcessorAccount).map(({ url }) => url),
  }
}

import type { TestContext } from "node:test"
import { paymentsContract } from "#test/contracts/payments/contract.ts"
import type { Bench } from "#test/contracts/payments/contract-bench.ts"
import { openTestSandbox } from "#test/support/selling/payment-sandbox.ts"
import type { DisputeState } from "../port.ts"
import { type DisputeStep, disputeSteps } from "./disputes.ts"

paymentsContract("sandbox", openBench)

async function openBench(t: TestContext): Promise<Bench> {
  const { sandbox, now, advance } = openTestSandbox(t)
  const taken = new Set<number>()
  return {
    payments: sandbox,
    processorAccount: { id: "installation" },
    other: { id: "account_2", secretKey: "-", publishableKey: "-", webhookSecret: "-" },
    now,
    advance,
    pay: async (sessionId) => void (await sandbox.pay(sessionId, { card: "4242424242424242" })),
    payDelayed: async (sessionId, outcome) => {
      const card = outcome === "succeeds" ? "DE89370400440532013000" : "DE62370400440532013001"
      await sandbox.pay(sessionId, { card })
    },
    settle: async (sessionId) => void (await sandbox.act(sessionId, "settle")),
    dispute: async (sessionId, status) => {
      const steps = Object.entries(disputeSteps) as [DisputeStep, { to: DisputeState }][]
      await sandbox.act(sessionId, steps.find(([, { to }]) => to === status)?.[0] ?? "dispute")
    },
    plan: (operation, kind) => sandbox.planFault({ operation, kind, ms: 20 }),
    countCheckoutSessions: (reference) => sandbox.checkoutSessionsOf(reference).length,
    takeWebhooks: () =>
      sandbox
        .pendingWebhooks()
        .filter(({ id }) => !taken.has(id) && taken.add(id))
        .map(({ url, body, headers }) => ({ url, body: Buffer.from(body), headers })),
    hookUrls: () => sandbox.hookUrls(),
  }
}

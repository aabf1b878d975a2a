import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import Fastify from "fastify"
import { anonymous } from "#access/context.ts"
import { type App, perform } from "#access/perform.ts"
import { startCheckout, verifyPayment } from "#domains/handover/index.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { offerOnSale } from "#test/support/selling/shop.ts"
import { openTestStripe } from "#test/support/selling/stripe-account.ts"
import type { SignedWebhook } from "#test/support/stand-ins/stripe/stripe-stand-in.ts"
import { world } from "#test/support/worlds/world.ts"
import { webhooksSurface } from "../../src/surfaces/webhooks/serve.ts"

/** An offer on sale in a service that charges through Stripe. */
export async function openStripeShop(t: TestContext) {
  const studio = await world(t)
  const { payments, standIn } = await openTestStripe(t)
  let offsetMs = 0
  const app: App = { ...studio.app, payments, now: () => Date.now() + offsetMs }
  const { callers } = studio
  const offer = await offerOnSale({ app, callers })
  const server = Fastify()
  server.register(webhooksSurface(app))
  t.after(() => server.close())
  const key = offer.shortKey ?? ""
  return {
    app,
    standIn,
    callers,
    /** The mails that the buyer got. */
    receipts: () => studio.mails().filter((mail) => mail.includes("To: bo@example.com")),
    async checkout(): Promise<string> {
      const answer = await perform({ app, caller: anonymous }, startCheckout, { key, buyerEmail: "bo@example.com" })
      assert.ok("sessionId" in answer)
      return answer.sessionId
    },
    verify: (sessionId: string) => perform({ app, caller: anonymous }, verifyPayment, { key, sessionId }),
    work: () => runDueJobs(app, jobs),
    advance(ms: number): void {
      offsetMs += ms
      standIn.advance(ms)
    },
    /** Posts webhooks to an account's address, then works through the outbox. Answers their statuses. */
    async post(webhooks: SignedWebhook[], processorAccount = "installation"): Promise<number[]> {
      const statuses: number[] = []
      for (const { body, headers } of webhooks) {
        const response = await server.inject({
          method: "POST",
          url: `/webhooks/stripe/${processorAccount}`,
          payload: body,
          headers: { ...headers, "content-type": "application/json" },
        })
        statuses.push(response.statusCode)
      }
      await runDueJobs(app, jobs)
      return statuses
    },
    purchase: () => app.database.read.selectFrom("purchases").selectAll().executeTakeFirstOrThrow(),
  }
}

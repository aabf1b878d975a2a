import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import Fastify from "fastify"
import { openStripe } from "#adapters/payments/stripe/stripe.ts"
import { checkoutSessionRequest } from "#test/contracts/payments/contract-bench.ts"
import { type DatabaseKind, onBothDatabases } from "#test/support/databases/test-databases.ts"
import { openStripeStandIn, type SignedWebhook } from "#test/support/stand-ins/stripe/stripe-stand-in.ts"
import { silentLog, world } from "#test/support/worlds/world.ts"
import { webhooksSurface } from "./serve.ts"

const path = "/webhooks/sandbox/installation"

/** The surface over a world with one paid sandbox session, so that one webhook waits. */
async function openSurface(t: TestContext, kind: DatabaseKind = "sqlite") {
  const { app, sandbox, clock } = await world(t, kind)
  const { id } = await sandbox.openCheckoutSession({ id: "installation" }, checkoutSessionRequest(clock))
  await sandbox.pay(id, { card: "4242424242424242" })
  const [webhook] = sandbox.pendingWebhooks()
  assert.ok(webhook)
  const server = Fastify()
  server.register(webhooksSurface(app))
  t.after(() => server.close())
  const post = async (url: string, payload: string | Buffer, headers: Record<string, string> = {}) => {
    const response = await server.inject({ method: "POST", url, payload, headers })
    return { status: response.statusCode, body: response.json() }
  }
  const stored = async () => {
    const rows = await app.database.read.selectFrom("payment_events").select("event_id").execute()
    return rows.map(({ event_id }) => event_id)
  }
  const jobs = () => app.database.read.selectFrom("jobs").select(["kind", "payload"]).execute()
  return { app, clock, webhook, post, stored, jobs }
}

onBothDatabases("200 for a signed webhook: the event is stored, and a job is inserted for it", async (t, kind) => {
  const { webhook, post, stored, jobs } = await openSurface(t, kind)

  const { status, body } = await post(path, webhook.body, webhook.headers)

  assert.equal(status, 200)
  assert.deepEqual(body, { received: true })
  assert.deepEqual(await stored(), [webhook.eventId])
  const payload = { processorAccount: "installation" }
  assert.deepEqual(
    (await jobs()).map((job) => [job.kind, JSON.parse(job.payload)]),
    [["apply-payment-event", payload]],
  )
})

onBothDatabases("200 for the same event ten times at once, which is stored once", async (t, kind) => {
  const { webhook, post, stored, jobs } = await openSurface(t, kind)

  const answers = await Promise.all(Array.from({ length: 10 }, () => post(path, webhook.body, webhook.headers)))

  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal((await stored()).length, 1)
  assert.equal((await jobs()).length, 1)
})

test("400 for a changed body, no signature, and one that is too old; nothing is stored", async (t) => {
  const { clock, webhook, post, stored } = await openSurface(t)
  const changed = webhook.body.replace("1900", "2900")
  const json = { "content-type": "application/json" }

  assert.equal((await post(path, changed, webhook.headers)).status, 400)
  assert.equal((await post(path, webhook.body, json)).status, 400)
  assert.equal((await post(path, "", webhook.headers)).status, 400)
  clock.advance(301_000)
  const { status, body } = await post(path, webhook.body, webhook.headers)

  assert.equal(status, 400)
  assert.equal(body.error.code, "invalid_request")
  assert.deepEqual(await stored(), [])
})

test("404 for an unknown account, and for a processor that is not in use", async (t) => {
  const { webhook, post, stored } = await openSurface(t)

  assert.equal((await post("/webhooks/sandbox/account_none", webhook.body, webhook.headers)).status, 404)
  assert.equal((await post("/webhooks/stripe/installation", webhook.body, webhook.headers)).status, 404)
  assert.deepEqual(await stored(), [])
})

test("413 for a body larger than any event", async (t) => {
  const { webhook, post } = await openSurface(t)

  assert.equal((await post(path, Buffer.alloc(256 * 1024 + 1, " "), webhook.headers)).status, 413)
})

test("500 while the database cannot store it, so that the processor retries", async (t) => {
  const { app, webhook, post } = await openSurface(t)
  await app.database.close()

  const { status, body } = await post(path, webhook.body, webhook.headers)

  assert.equal(status, 500)
  assert.equal(body.error.code, "internal_error")
})

test("200 for Stripe's webhook of any content type; a live one on test keys is ignored", async (t) => {
  const { app, stored, jobs } = await openSurface(t)
  const standIn = await openStripeStandIn(t)
  const keys = { stripeSecretKey: "sk_test_a", stripePublishableKey: "pk_test_a", stripeWebhookSecret: "whsec_a" }
  standIn.addAccount({ secretKey: "sk_test_a", webhookSecret: "whsec_a" })
  standIn.addAccount({ secretKey: "sk_live_a", webhookSecret: "whsec_a" })
  const payments = openStripe({ paymentsUrl: standIn.url, ...keys }, silentLog)
  t.after(() => payments.close())
  const live = openStripe({ paymentsUrl: standIn.url, ...keys, stripeSecretKey: "sk_live_a" }, silentLog)
  t.after(() => live.close())
  for (const one of [payments, live]) {
    standIn.pay((await one.openCheckoutSession({ id: "installation" }, checkoutSessionRequest({ now: Date.now }))).id)
  }
  const server = Fastify()
  server.register(webhooksSurface({ ...app, payments }))
  t.after(() => server.close())
  const post = ({ body, headers }: SignedWebhook) =>
    server.inject({
      method: "POST",
      url: "/webhooks/stripe/installation",
      payload: body,
      headers: { ...headers, "content-type": "text/plain" },
    })
  const [testMode, liveMode] = standIn.takeWebhooks()
  assert.ok(testMode && liveMode)

  assert.equal((await post(testMode)).statusCode, 200)
  assert.equal((await post(liveMode)).statusCode, 200)
  assert.deepEqual(await stored(), [JSON.parse(testMode.body.toString()).id])
  assert.equal((await jobs()).length, 1)
})

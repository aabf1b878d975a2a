import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import Fastify from "fastify"
import Stripe from "stripe"
import { anonymous } from "#access/context.ts"
import { type App, perform, systemContext } from "#access/perform.ts"
import {
  endListings,
  enqueueListings,
  enqueueProcessorAccountPolls,
  listPaymentAccounts,
  listPurchases,
  makePaymentHook,
  refundPurchase,
  removePaymentAccount,
  setPaymentAccount,
  startCheckout,
} from "#domains/handover/index.ts"
import { listNotifications } from "#domains/notifications/index.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { dayMs, minuteMs } from "#kernel/time/units.ts"
import { type DatabaseKind, onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { mailsTo } from "#test/support/formats/mails-to.ts"
import { offerOnSale } from "#test/support/selling/shop.ts"
import { openTestStripe } from "#test/support/selling/stripe-account.ts"
import type { StandInAccount } from "#test/support/stand-ins/stripe/state.ts"
import type { SignedWebhook } from "#test/support/stand-ins/stripe/stripe-stand-in.ts"
import { world } from "#test/support/worlds/world.ts"
import { webhooksSurface } from "../../src/surfaces/webhooks/serve.ts"

const keys = { secretKey: "sk_live_51AdaSecret", publishableKey: "pk_live_51AdaPublic" }

/** A studio that sells on its own Stripe account, whose webhooks are posted to the addresses that Stripe knows. */
async function openShop(t: TestContext, kind: DatabaseKind) {
  const studio = await world(t, kind)
  const { payments, standIn } = await openTestStripe(t)
  const { callers } = studio
  let offsetMs = 0
  const at = (base: string): App => ({
    ...studio.app,
    ...{ payments, addresses: { ...studio.app.addresses, base }, selling: { own: true, installation: [] } },
    now: () => Date.now() + offsetMs,
  })
  const shop = { app: at("https://atelier.example") }
  const processorAccount: StandInAccount = { ...keys, id: "acct_ada" }
  standIn.addAccount(processorAccount)
  const offer = await offerOnSale({ app: shop.app, callers })
  const as = (role: "admin" | "member") => ({ app: shop.app, caller: callers[role] })
  const work = () => runDueJobs(shop.app, jobs)
  return {
    standIn,
    processorAccount,
    work,
    mailsTo: (to: string) => mailsTo(studio, to),
    linesOf: async (role: "admin" | "member") =>
      (await perform(as(role), listNotifications, {})).items.map(({ sentence }) => sentence),
    set: (input: object = keys) => perform(as("admin"), setPaymentAccount, input),
    make: (id: string) => perform(as("admin"), makePaymentHook, { id }),
    remove: (id: string) => perform(as("admin"), removePaymentAccount, { id }),
    processorAccounts: async () => (await perform(as("admin"), listPaymentAccounts, {})).items,
    /** The webhooks that Stripe has of the account, as an admin of it sees them there. */
    hooks: () => standIn.hooksOf(processorAccount),
    requestsAbout: (path: string) => standIn.requests.filter((request) => request.path.startsWith(path)),
    move(base: string): void {
      shop.app = at(base)
    },
    async pass(ms: number): Promise<void> {
      offsetMs += ms
      standIn.advance(ms)
      await enqueueProcessorAccountPolls(systemContext(shop.app))
      await enqueueListings(systemContext(shop.app))
      await endListings(systemContext(shop.app))
      await work()
    },
    /** Sells, and answers the checkout session. */
    async sell(buyerEmail: string): Promise<string> {
      const input = { key: offer.shortKey ?? "", buyerEmail }
      const answer = await perform({ app: shop.app, caller: anonymous }, startCheckout, input)
      assert.ok("sessionId" in answer)
      standIn.pay(answer.sessionId)
      return answer.sessionId
    },
    async refund(buyer: string): Promise<void> {
      const { items } = await perform(as("admin"), listPurchases, { buyer })
      await perform(as("admin"), refundPurchase, { id: items[0]?.id ?? "" })
      await work()
    },
    /** How often an account is in each list of what is listed at the processor. */
    listed: (processorAccount: string) =>
      Promise.all(
        (["checkout_session_listings", "event_listings"] as const).map(async (name) => {
          const rows = shop.app.database.read
            .selectFrom(name as "checkout_session_listings")
            .select("processor_account")
          return (await rows.where("processor_account", "=", processorAccount).execute()).length
        }),
      ),
    /** Posts what Stripe sends. Answers the statuses. */
    async deliver(webhooks: SignedWebhook[] = standIn.takeWebhooks()): Promise<number[]> {
      const server = Fastify()
      server.register(webhooksSurface(shop.app))
      const statuses: number[] = []
      for (const { url = "", body, headers } of webhooks) {
        const payload = { payload: body, headers: { ...headers, "content-type": "application/json" } }
        const { pathname } = new URL(url, shop.app.addresses.base)
        statuses.push((await server.inject({ method: "POST", url: pathname, ...payload })).statusCode)
      }
      await server.close()
      await work()
      return statuses
    },
    states: async () =>
      (await shop.app.database.read.selectFrom("purchases").select("state").orderBy("created_at").execute()).map(
        ({ state }) => state,
      ),
  }
}

onBothDatabases("an account sells with its two keys alone, because the service makes its webhook", async (t, kind) => {
  const shop = await openShop(t, kind)
  const { id, state, webhook } = await shop.set()
  assert.deepEqual([state, webhook], ["ready", { madeBy: "us", seenAt: null, isSilent: false, fault: null }])
  const [hook, ...more] = shop.hooks()
  assert.deepEqual(more, [])
  assert.equal(hook?.url, `https://atelier.example/webhooks/stripe/${id}`)
  assert.deepEqual([hook?.api_version, hook?.metadata], [Stripe.API_VERSION, { account: id }])
  assert.deepEqual(
    ["checkout.session.completed", "charge.dispute.updated", "refund.failed"].filter(
      (type) => !hook?.enabled_events.includes(type),
    ),
    [],
  )

  await shop.sell("bo@example.com")
  assert.deepEqual(await shop.deliver(), [200])
  assert.deepEqual(await shop.states(), ["fulfilled"])
  const [receipt] = shop.mailsTo("bo@example.com")
  assert.match(receipt?.text ?? "", /Sent by Atelier for Studio Ada\./)
  assert.doesNotMatch(receipt?.text ?? "", /test purchase/)
  assert.ok((await shop.processorAccounts())[0]?.webhook.seenAt)
  await shop.set({ id, ...keys })
  assert.equal(shop.requestsAbout("/v1/webhook_endpoints").filter(({ method }) => method === "POST").length, 1)
})

onBothDatabases("a webhook whose answer was lost is found again and replaced", async (t, kind) => {
  const shop = await openShop(t, kind)
  shop.standIn.faults.push({ kind: "drop-after", path: "POST /v1/webhook_endpoints", times: 2 })
  const { id, state, webhook } = await shop.set()
  assert.equal(state, "waiting")
  assert.match(webhook.fault?.message ?? "", /didn’t respond/)
  const [lost] = shop.hooks()
  assert.ok(lost, "Stripe has made it all the same")

  await shop.pass(2 * minuteMs)

  const [processorAccount] = await shop.processorAccounts()
  assert.deepEqual(
    [processorAccount?.id, processorAccount?.state, processorAccount?.webhook.madeBy],
    [id, "ready", "us"],
  )
  assert.equal(shop.hooks().length, 1)
  assert.notEqual(shop.hooks()[0]?.id, lost.id)
  await shop.sell("bo@example.com")
  assert.deepEqual(await shop.deliver(), [200])
})

onBothDatabases("the service's own webhook, and no other, moves with the base address", async (t, kind) => {
  const shop = await openShop(t, kind)
  const { id } = await shop.set()
  await shop.pass(40 * minuteMs)
  shop.move("https://moved.example")
  await shop.pass(minuteMs)

  assert.deepEqual(
    shop.hooks().map(({ url }) => url),
    [`https://moved.example/webhooks/stripe/${id}`],
  )
  await shop.sell("bo@example.com")
  assert.deepEqual(await shop.deliver(), [200])
  const made = shop.requestsAbout("/v1/webhook_endpoints").length
  await shop.pass(60 * minuteMs)
  assert.equal(shop.requestsAbout("/v1/webhook_endpoints").length, made, "and stays where it is")

  await shop.set({ id, webhookSecret: "whsec_abcdefghijklmnop" })
  await shop.work()
  shop.move("https://again.example")
  await shop.pass(60 * minuteMs)
  assert.deepEqual(shop.hooks(), [], "nothing is made beside a webhook that was made by hand")
})

onBothDatabases("a webhook is removed when its account is removed or replaced", async (t, kind) => {
  const shop = await openShop(t, kind)
  const first = await shop.set()
  const other: StandInAccount = { secretKey: "sk_live_51EveSecret", publishableKey: "pk_live_51EvePublic" }
  shop.standIn.addAccount(other)
  const second = await shop.set(other)
  assert.notEqual(second.id, first.id)
  await shop.work()
  assert.deepEqual([shop.hooks().length, shop.standIn.hooksOf(other).length], [0, 1])

  shop.standIn.faults.push({ kind: "drop-after", path: "DELETE /v1/webhook_endpoints", times: 2 })
  await shop.remove(second.id)
  await shop.work()
  await shop.pass(60 * minuteMs)
  assert.deepEqual([await shop.processorAccounts(), shop.standIn.hooksOf(other)], [[], []])
})

onSqlite("a webhook that its account may not remove is left at the processor, without another try", async (t, kind) => {
  const shop = await openShop(t, kind)
  const { id } = await shop.set()
  shop.processorAccount.forbidden = ["/v1/webhook_endpoints"]
  await shop.remove(id)
  await shop.work()
  const asked = shop.requestsAbout("/v1/webhook_endpoints").length
  shop.processorAccount.forbidden = []

  await shop.pass(60 * minuteMs)

  assert.equal(shop.hooks().length, 1)
  assert.equal(shop.requestsAbout("/v1/webhook_endpoints").length, asked)
})

onSqlite("a webhook is removed later where the processor does not answer now", async (t, kind) => {
  const shop = await openShop(t, kind)
  const { id } = await shop.set()
  shop.standIn.faults.push({ kind: "drop-before", path: "DELETE /v1/webhook_endpoints", times: 2 })
  await shop.remove(id)
  await shop.work()
  assert.equal(shop.hooks().length, 1)

  await shop.pass(60 * minuteMs)

  assert.equal(shop.hooks().length, 0)
})

onSqlite("a webhook is replaced ten times in an hour at most", async (t, kind) => {
  const shop = await openShop(t, kind)
  const { id } = await shop.set()
  for (let n = 0; n < 10; n += 1) await shop.make(id)
  await assert.rejects(shop.make(id), { code: "rate_limited", message: /Too many webhooks/ })
  assert.equal(shop.hooks().length, 1)
})

onBothDatabases(
  "a key without permission for webhooks needs one made by hand; with permission, one click makes it",
  async (t, kind) => {
    const shop = await openShop(t, kind)
    shop.processorAccount.forbidden = ["/v1/webhook_endpoints"]
    const { id, state, webhook, webhookUrl } = await shop.set()
    assert.deepEqual([state, webhook.madeBy], ["waiting", null])
    assert.match(webhook.fault?.message ?? "", /can’t create webhooks/)
    assert.equal(webhookUrl, `https://atelier.example/webhooks/stripe/${id}`)
    shop.processorAccount.webhookSecret = "whsec_abcdefghijklmnop"
    const byHand = await shop.set({ id, webhookSecret: shop.processorAccount.webhookSecret })
    assert.deepEqual([byHand.state, byHand.webhook.madeBy, byHand.webhook.fault], ["ready", "seller", null])
    await shop.sell("bo@example.com")
    assert.deepEqual(
      await shop.deliver(shop.standIn.takeWebhooks().map((sent) => ({ ...sent, url: webhookUrl }))),
      [200],
    )

    shop.processorAccount.forbidden = []
    delete shop.processorAccount.webhookSecret
    assert.equal((await shop.make(id)).webhook.madeBy, "us")
    await shop.sell("cy@example.com")
    assert.deepEqual(await shop.deliver(), [200])
    assert.deepEqual(await shop.states(), ["fulfilled", "fulfilled"])
  },
)

onBothDatabases(
  "refunds and disputes of a removed account still work, and it is listed until its last sale is over",
  async (t, kind) => {
    const shop = await openShop(t, kind)
    const { id } = await shop.set()
    const bo = await shop.sell("bo@example.com")
    const cy = await shop.sell("cy@example.com")
    await shop.deliver()
    await shop.pass(minuteMs)
    await shop.remove(id)
    await shop.work()
    assert.deepEqual(shop.hooks(), [])

    await shop.refund("bo@example.com")
    assert.equal(shop.standIn.refundsOf(bo).length, 1)
    shop.standIn.dispute(cy, "needs_response")
    for (let n = 0; n < 2; n++) await shop.pass(10 * minuteMs)
    assert.deepEqual(await shop.states(), ["refunded", "disputed"])

    assert.deepEqual(await shop.listed(id), [1, 1])
    await shop.pass(179 * dayMs)
    assert.deepEqual(await shop.listed(id), [1, 1], "the bank may still take it back")
    await shop.pass(2 * dayMs)
    assert.deepEqual(await shop.listed(id), [0, 0])
    assert.deepEqual(await shop.listed("installation"), [1, 1])
  },
)

const isSilence = (line: string) => line.includes("No Stripe webhook events")

const signer = new Stripe("sk_test_signer")

/** What keeps webhooks away, besides their absence. */
const wrongs: Record<string, (sent: SignedWebhook[], id: string) => SignedWebhook[]> = {
  secret: (sent) =>
    sent.map((webhook) => {
      const signed = { payload: webhook.body.toString(), secret: "whsec_of_another_webhook" }
      return { ...webhook, headers: { "stripe-signature": signer.webhooks.generateTestHeaderString(signed) } }
    }),
  address: (sent, id) => sent.map((webhook) => ({ ...webhook, url: `https://atelier.example/hooks/${id}` })),
}

for (const [what, spoil] of Object.entries(wrongs)) {
  onBothDatabases(
    `a wrong ${what} of a webhook is noticed within 40 minutes of the first event; a new webhook is not silent`,
    async (t, kind) => {
      const shop = await openShop(t, kind)
      const { id } = await shop.set()
      await shop.pass(minuteMs)
      await shop.sell("bo@example.com")
      const [status = 0] = await shop.deliver(spoil(shop.standIn.takeWebhooks(), id))
      assert.ok(status >= 400)
      assert.deepEqual(await shop.states(), ["open"])
      for (let n = 0; n < 4; n++) await shop.pass(10 * minuteMs)

      assert.deepEqual(await shop.states(), ["fulfilled"], "the list has brought it")
      assert.deepEqual((await shop.linesOf("admin")).filter(isSilence).length, 1)
      assert.deepEqual((await shop.linesOf("member")).filter(isSilence).length, 0)
      assert.equal((await shop.processorAccounts())[0]?.webhook.isSilent, true)

      const { webhook } = await shop.make(id)
      assert.deepEqual([webhook.madeBy, webhook.isSilent], ["us", false])
      for (let n = 0; n < 4; n++) await shop.pass(10 * minuteMs)
      assert.equal(
        (await shop.processorAccounts())[0]?.webhook.isSilent,
        false,
        "what was before it is not held against it",
      )
      await shop.sell("cy@example.com")
      assert.deepEqual(await shop.deliver(), [200])
    },
  )
}

onBothDatabases(
  "a paid checkout session that came without an event raises a notice, also where the key may not list events",
  async (t, kind) => {
    const shop = await openShop(t, kind)
    await shop.set()
    await shop.pass(minuteMs)
    shop.processorAccount.forbidden = ["/v1/events"]
    await shop.sell("bo@example.com")
    for (let n = 0; n < 4; n++) await shop.pass(10 * minuteMs)

    assert.deepEqual(await shop.states(), ["fulfilled"])
    assert.equal((await shop.linesOf("admin")).filter(isSilence).length, 1)
  },
)

import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import { type App, perform, systemContext } from "#access/perform.ts"
import { enqueueProcessorAccountPolls, listPaymentAccounts, setPaymentAccount } from "#domains/handover/index.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { hourMs } from "#kernel/time/units.ts"
import { type DatabaseKind, onBothDatabases } from "#test/support/databases/test-databases.ts"
import { openTestStripe } from "#test/support/selling/stripe-account.ts"
import type { StandInAccount } from "#test/support/stand-ins/stripe/state.ts"
import { world } from "#test/support/worlds/world.ts"

const keys = { secretKey: "sk_live_51AdaSecret", publishableKey: "pk_live_51AdaPublic" }

async function openShop(t: TestContext, kind: DatabaseKind, more: Partial<StandInAccount> = {}) {
  const studio = await world(t, kind)
  const { payments, standIn } = await openTestStripe(t)
  const processorAccount: StandInAccount = { ...keys, id: "acct_ada", ...more }
  standIn.addAccount(processorAccount)
  let offsetMs = 0
  const at = (base: string): App => ({
    ...studio.app,
    ...{ payments, addresses: { ...studio.app.addresses, base }, selling: { own: true, installation: [] } },
    now: () => Date.now() + offsetMs,
  })
  let app = at("https://atelier.example")
  const admin = () => ({ app, caller: studio.callers.admin })
  return {
    processorAccount,
    standIn,
    set: () => perform(admin(), setPaymentAccount, keys),
    shown: async () => (await perform(admin(), listPaymentAccounts, {})).items[0],
    domains: () => standIn.domainsOf(processorAccount),
    names: () => standIn.domainsOf(processorAccount).map(({ domain_name }) => domain_name),
    /** How often the account was asked about its domains. */
    asked: () =>
      standIn.requests.filter(
        ({ path, headers }) =>
          path.startsWith("/v1/payment_method_domains") && headers.authorization === `Bearer ${keys.secretKey}`,
      ).length,
    move: (base: string) => {
      app = at(base)
    },
    async pass(ms: number): Promise<void> {
      offsetMs += ms
      standIn.advance(ms)
      await enqueueProcessorAccountPolls(systemContext(app))
      await runDueJobs(app, jobs)
    },
  }
}

const all = ["Apple Pay", "Google Pay", "Link"]

onBothDatabases("keys register the domain of the pay pages, and Payouts shows its wallets", async (t, kind) => {
  const shop = await openShop(t, kind)
  const { paymentDomain } = await shop.set()

  assert.deepEqual(shop.names(), ["atelier.example"])
  assert.deepEqual(paymentDomain, { domain: "atelier.example", wallets: all, fault: null })
  assert.deepEqual((await shop.shown())?.paymentDomain, paymentDomain)
  await shop.set()
  assert.equal(shop.domains().length, 1, "the same keys again register nothing twice")
})

onBothDatabases("another domain of the installation is registered at the next look", async (t, kind) => {
  const shop = await openShop(t, kind)
  await shop.set()
  shop.move("https://moved.example")
  await shop.pass(hourMs)

  assert.deepEqual(shop.names(), ["atelier.example", "moved.example"])
  assert.equal((await shop.shown())?.paymentDomain?.domain, "moved.example")
})

onBothDatabases("an inactive wallet is named and asked about every hour, active ones once a day", async (t, kind) => {
  const shop = await openShop(t, kind, { slowWallets: ["apple_pay"] })
  const { paymentDomain } = await shop.set()
  assert.deepEqual(paymentDomain?.wallets, ["Google Pay", "Link"])
  assert.match(paymentDomain?.fault?.message ?? "", /hasn’t activated Apple Pay for atelier\.example/)

  shop.processorAccount.slowWallets = []
  await shop.pass(hourMs)
  assert.deepEqual((await shop.shown())?.paymentDomain, { domain: "atelier.example", wallets: all, fault: null })
  const before = shop.asked()
  for (let hour = 0; hour < 23; hour += 1) await shop.pass(hourMs)
  assert.equal(shop.asked(), before)
  await shop.pass(hourMs)
  assert.equal(shop.asked(), before + 1)
})

onBothDatabases("a key without the right sells, and Payouts says what it lacks", async (t, kind) => {
  const shop = await openShop(t, kind, { forbidden: ["/v1/payment_method_domains"] })
  const { state, paymentDomain } = await shop.set()

  assert.equal(state, "ready")
  assert.deepEqual(paymentDomain?.wallets, [])
  assert.match(paymentDomain?.fault?.hint ?? "", /Allow write for Payment Method Domains/)
})

onBothDatabases("a domain that its owner turned off in Stripe stays off, and Payouts says so", async (t, kind) => {
  const shop = await openShop(t, kind)
  await shop.set()
  for (const domain of shop.domains()) domain.enabled = false
  await shop.pass(24 * hourMs)

  assert.deepEqual(
    shop.domains().map(({ enabled }) => enabled),
    [false],
  )
  const shown = (await shop.shown())?.paymentDomain
  assert.deepEqual(shown?.wallets, [])
  assert.match(shown?.fault?.message ?? "", /atelier\.example is turned off in Stripe/)
})

onBothDatabases("a domain without https is not registered", async (t, kind) => {
  const shop = await openShop(t, kind)
  shop.move("http://localhost:3000")
  const { paymentDomain } = await shop.set()
  assert.deepEqual([paymentDomain, shop.asked()], [null, 0])
})

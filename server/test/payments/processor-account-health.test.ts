import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { anonymous } from "#access/context.ts"
import { type App, perform, systemContext } from "#access/perform.ts"
import { readMessage } from "#adapters/mail/read-message.ts"
import {
  enqueueProcessorAccountPolls,
  getOffer,
  getOfferPage,
  getSelling,
  listPaymentAccounts,
  removePaymentAccount,
  setPaymentAccount,
  startCheckout,
  verifyPayment,
} from "#domains/handover/index.ts"
import { listNotifications } from "#domains/notifications/index.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { rowsOf } from "#test/support/basics/values-of.ts"
import { type DatabaseKind, onBothDatabases } from "#test/support/databases/test-databases.ts"
import { offerOnSale } from "#test/support/selling/shop.ts"
import { openTestStripe } from "#test/support/selling/stripe-account.ts"
import type { StandInAccount } from "#test/support/stand-ins/stripe/state.ts"
import { world } from "#test/support/worlds/world.ts"

const keysOf = (name: string, mode = "live") => ({
  secretKey: `sk_${mode}_51${name}Secret`,
  publishableKey: `pk_${mode}_51${name}Public`,
  webhookSecret: "whsec_abcdefghijklmnop",
})

/** A studio that sells on its own Stripe account, with a clock that it shares with Stripe. */
async function openShop(t: TestContext, kind: DatabaseKind) {
  const studio = await world(t, kind, { operators: ["op@example.com"] })
  const { payments, standIn } = await openTestStripe(t)
  let offsetMs = 0
  const app: App = {
    ...studio.app,
    payments,
    selling: { own: true, installation: [] },
    now: () => Date.now() + offsetMs,
  }
  const cx = systemContext(app)
  const { callers } = studio
  const offer = await offerOnSale({ app, callers }, { stockLimit: 20 })
  const key = offer.shortKey ?? ""
  const processorAccount: StandInAccount = { ...keysOf("Ada"), id: "acct_ada" }
  standIn.addAccount(processorAccount)
  const set = (keys: object) => perform({ app, caller: callers.admin }, setPaymentAccount, keys)
  const { id } = await set(keysOf("Ada"))
  const work = () => runDueJobs(app, jobs)
  await enqueueProcessorAccountPolls(cx) // at the installation's account
  await work()
  return {
    ...studio,
    app,
    cx,
    standIn,
    processorAccount,
    id,
    set,
    work,
    checkout: (buyerEmail = "bo@example.com") =>
      perform({ app, caller: anonymous }, startCheckout, { key, buyerEmail }),
    verify: (sessionId: string) => perform({ app, caller: anonymous }, verifyPayment, { key, sessionId }),
    purchasable: async () => (await perform({ app, caller: anonymous }, getOffer, { key })).offer.purchasable,
    page: () => perform({ app, caller: anonymous }, getOfferPage, { key }),
    selling: () => perform({ app, caller: callers.viewer }, getSelling, {}),
    processorAccounts: async () => (await perform({ app, caller: callers.admin }, listPaymentAccounts, {})).items,
    remove: () => perform({ app, caller: callers.admin }, removePaymentAccount, { id }),
    notificationsNow: async () =>
      (await perform({ app, caller: callers.admin }, listNotifications, {})).items.map(({ sentence }) => sentence),
    mailsAbout: (words: string) => studio.mails().filter((mail) => mail.includes(`Subject: ${words}`)),
    units: async () => (await cx.db.selectFrom("offers").select("units_taken").executeTakeFirstOrThrow()).units_taken,
    purchases: () => cx.db.selectFrom("purchases").selectAll().orderBy("created_at").execute(),
    async pass(ms: number): Promise<void> {
      offsetMs += ms
      standIn.advance(ms)
      await enqueueProcessorAccountPolls(cx)
      await work()
    },
  }
}

/** How each account dies, what the console then says, and how it is mended. */
const deaths: Record<
  string,
  { kill(processorAccount: StandInAccount): void; mend(processorAccount: StandInAccount): void; says: RegExp }
> = {
  revoked: {
    kill: (processorAccount) => Object.assign(processorAccount, { refusal: "revoked" }),
    mend: (processorAccount) => Object.assign(processorAccount, { refusal: undefined }),
    says: /doesn’t accept the secret key/,
  },
  expired: {
    kill: (processorAccount) => Object.assign(processorAccount, { refusal: "expired" }),
    mend: (processorAccount) => Object.assign(processorAccount, { refusal: undefined }),
    says: /doesn’t accept the secret key/,
  },
  disconnected: {
    kill: (processorAccount) => Object.assign(processorAccount, { refusal: "disconnected" }),
    mend: (processorAccount) => Object.assign(processorAccount, { refusal: undefined }),
    says: /revoked access/,
  },
  restricted: {
    kill: (processorAccount) => Object.assign(processorAccount, { forbidden: ["POST /v1/checkout/sessions"] }),
    mend: (processorAccount) => Object.assign(processorAccount, { forbidden: [] }),
    says: /missing permissions/,
  },
  closed: {
    kill: (processorAccount) =>
      Object.assign(processorAccount, { isClosed: true, forbidden: ["POST /v1/checkout/sessions"] }),
    mend: (processorAccount) => Object.assign(processorAccount, { isClosed: false, forbidden: [] }),
    says: /disabled payments for this account/,
  },
}

for (const [name, { kill, mend, says }] of Object.entries(deaths)) {
  onBothDatabases(
    `${name}: one failed checkout and one check stop sales, and owners get one mail; a repaired account sells within ten minutes`,
    async (t, kind) => {
      const shop = await openShop(t, kind)
      assert.equal(await shop.purchasable(), true)
      kill(shop.processorAccount)
      await assert.rejects(shop.checkout(), { code: "upstream_error" })
      await shop.pass(2 * minuteMs)

      assert.equal(await shop.purchasable(), false)
      assert.equal((await shop.page()).isForSale, false)
      assert.equal(await shop.units(), 0, "the failed checkout holds nothing")
      await assert.rejects(shop.checkout("cy@example.com"), { code: "conflict" })
      assert.match((await shop.selling()).problem?.message ?? "", /Stripe account can’t take payments/)
      const [processorAccount] = await shop.processorAccounts()
      assert.equal(processorAccount?.state, "stopped")
      assert.match(processorAccount?.fault?.message ?? "", says)
      for (let n = 0; n < 5; n++) await shop.pass(10 * minuteMs)
      const [mail, ...more] = shop.mailsAbout("Your payment account stopped working")
      assert.deepEqual(more, [])
      assert.match(mail ?? "", /To: owner@studio\.example/)
      const { hint } = processorAccount?.fault ?? {}
      assert.ok(
        hint &&
          readMessage(mail ?? "")
            .text.replaceAll(/\s+/g, " ")
            .includes(hint),
        "owners can mend it",
      )
      assert.equal((await shop.notificationsNow()).filter((line) => line.includes("stopped working")).length, 1)

      mend(shop.processorAccount)
      await shop.pass(10 * minuteMs)
      assert.equal(await shop.purchasable(), true)
      assert.equal((await shop.processorAccounts())[0]?.state, "ready")
      assert.equal(shop.mailsAbout("Your payment account is active again").length, 1)
      assert.ok("sessionId" in (await shop.checkout()))
    },
  )
}

onBothDatabases("a single odd answer stops no sales, and is stored with the account", async (t, kind) => {
  const shop = await openShop(t, kind)
  for (const fault of ["401", "403", "400", "missing", "402-stored"] as const) {
    shop.standIn.faults.push({ kind: fault, path: "/v1/checkout/sessions" })
    await assert.rejects(shop.checkout(`${fault}@example.com`), { code: "upstream_error" }, fault)
    await shop.pass(2 * minuteMs)

    assert.equal(await shop.purchasable(), true, fault)
    const [processorAccount] = await shop.processorAccounts()
    assert.deepEqual(
      [processorAccount?.state, /rejected a request/.test(processorAccount?.fault?.message ?? "")],
      ["ready", true],
      fault,
    )
  }
  assert.deepEqual(shop.mailsAbout("Your payment account stopped working"), [])
})

onBothDatabases("without an answer to a look nothing changes, and it is asked again", async (t, kind) => {
  const shop = await openShop(t, kind)
  shop.processorAccount.refusal = "expired"
  await assert.rejects(shop.checkout(), { code: "upstream_error" })
  shop.standIn.faults.push({ kind: "drop-before", path: "/v1/account", times: 2 })
  await shop.pass(2 * minuteMs)
  assert.equal(await shop.purchasable(), true)

  await shop.pass(10 * minuteMs)
  assert.equal(await shop.purchasable(), false)
})

onBothDatabases(
  "an account without sales is looked at every hour, and ten refused calls start one look",
  async (t, kind) => {
    const shop = await openShop(t, kind)
    const isLook = ({ path, headers }: (typeof shop.standIn.requests)[number]) =>
      path === "/v1/account" && headers.authorization === `Bearer ${shop.processorAccount.secretKey}`
    const polls = () => shop.standIn.requests.filter(isLook).length
    const before = polls()
    for (let n = 0; n < 24; n++) await shop.pass(5 * minuteMs)
    assert.equal(polls() - before, 2)

    shop.standIn.faults.push({ kind: "400", path: "/v1/checkout/sessions", times: 10 })
    for (let n = 0; n < 10; n++) await assert.rejects(shop.checkout(), { code: "upstream_error" })
    await shop.work()
    await shop.pass(minuteMs)
    assert.equal(polls() - before, 3)

    await shop.remove()
    for (let n = 0; n < 3; n++) await shop.pass(60 * minuteMs)
    assert.equal(polls() - before, 3, "a removed account is not looked at")
  },
)

onBothDatabases(
  "a checkout session that expired while the account is stopped gives its unit back, and its late payment is settled",
  async (t, kind) => {
    const shop = await openShop(t, kind)
    const answer = await shop.checkout()
    assert.ok("sessionId" in answer)
    shop.processorAccount.refusal = "expired"
    await assert.rejects(shop.verify(answer.sessionId), { code: "upstream_error" })
    await shop.pass(2 * minuteMs)
    assert.deepEqual([await shop.purchasable(), await shop.units()], [false, 1], "it can still be paid")
    shop.standIn.pay(answer.sessionId)
    for (let n = 0; n < 5; n++) await shop.pass(10 * minuteMs)
    assert.equal(await shop.units(), 0)

    delete shop.processorAccount.refusal
    await shop.pass(10 * minuteMs)
    assert.equal((await shop.verify(answer.sessionId)).fulfilled, true)
    assert.equal(await shop.units(), 1)
  },
)

onBothDatabases(
  "keys of another account never replace a pinned account, and a purchase keeps the processor's id",
  async (t, kind) => {
    const shop = await openShop(t, kind)
    const answer = await shop.checkout()
    assert.ok("sessionId" in answer)
    shop.standIn.addAccount({ ...keysOf("Eve"), id: "acct_eve" })
    shop.standIn.addAccount({ ...keysOf("Rolled"), id: "acct_ada" })
    shop.standIn.addAccount({ ...keysOf("Narrow"), id: "acct_ada", forbidden: ["/v1/account"] })

    const refused = { code: "conflict", message: /another Stripe account/ }
    await assert.rejects(shop.set({ id: shop.id, secretKey: keysOf("Eve").secretKey }), refused)
    await assert.rejects(shop.set({ id: shop.id, secretKey: keysOf("Narrow").secretKey }), { code: "conflict" })
    await assert.rejects(
      shop.set({ id: shop.id, secretKey: keysOf("Unknown").secretKey }),
      /doesn’t accept the secret key/,
    )
    assert.deepEqual(rowsOf(await shop.processorAccounts(), "id", "processorId"), [[shop.id, "acct_ada"]])
    assert.deepEqual(rowsOf(await shop.purchases(), "processor_account", "processor_id"), [[shop.id, "acct_ada"]])

    const { id, ...rolled } = await shop.set(keysOf("Rolled"))
    assert.deepEqual([id, rolled.processorId], [shop.id, "acct_ada"], "the same account under new keys is no other one")
    const other = await shop.set(keysOf("Eve"))
    assert.deepEqual([other.id === shop.id, other.processorId], [false, "acct_eve"])
    shop.standIn.pay(answer.sessionId)
    assert.equal((await shop.verify(answer.sessionId)).fulfilled, true, "the former account is still readable")
  },
)

test("a seller with keys for tests sees that only members can buy", async (t) => {
  const shop = await openShop(t, "sqlite")
  assert.deepEqual(await shop.selling(), { account: "own", isTest: false, mayUseOwnKeys: true, problem: null })
  shop.standIn.addAccount(keysOf("Ada", "test"))
  await shop.set(keysOf("Ada", "test"))
  const { isTest, problem } = await shop.selling()
  assert.equal(isTest, true)
  assert.match(problem?.message ?? "", /Only members can buy/)
})

test("keys of an account that may not take payments yet are stored with the reason; once it may, it sells", async (t) => {
  const shop = await openShop(t, "sqlite")
  const closed: StandInAccount = { ...keysOf("Bea"), id: "acct_bea", isClosed: true }
  shop.standIn.addAccount(closed)
  const { id } = await shop.set(keysOf("Bea"))
  const stored = async () => (await shop.processorAccounts()).find((one) => one.id === id)
  assert.equal((await stored())?.state, "stopped")
  assert.match((await stored())?.fault?.message ?? "", /disabled payments for this account/)

  closed.isClosed = false
  await shop.pass(0)
  assert.deepEqual([(await stored())?.state, await shop.purchasable()], ["ready", true], "it is looked at at once")
})

onBothDatabases("an account whose keys change to another account's behind our back is stopped", async (t, kind) => {
  const shop = await openShop(t, kind)
  shop.processorAccount.id = "acct_eve"
  await shop.pass(60 * minuteMs)

  const [processorAccount] = await shop.processorAccounts()
  assert.deepEqual([processorAccount?.state, processorAccount?.processorId], ["stopped", "acct_ada"])
  assert.match(processorAccount?.fault?.message ?? "", /another Stripe account/)
})

test("when the installation's account stops, its operators and the owners of the workspaces that sell on it are mailed", async (t) => {
  const shop = await openShop(t, "sqlite")
  const app: App = { ...shop.app, selling: { own: false, installation: [shop.workspaceId, "workspace_unknown"] } }
  await enqueueProcessorAccountPolls(systemContext(app))
  await runDueJobs(app, jobs)
  shop.standIn.revoke("sk_live_installation")
  const later: App = { ...app, now: () => Date.now() + 61 * minuteMs }
  await enqueueProcessorAccountPolls(systemContext(later))
  await runDueJobs(later, jobs)

  const readers = shop
    .mailsAbout("The installation's payment account stopped working")
    .flatMap((mail) => /To: (\S+)/.exec(mail)?.[1] ?? [])
  assert.deepEqual([...new Set(readers)].sort(), ["op@example.com", "owner@studio.example"])
  const hint = "Copy"
  const withHint = shop
    .mails()
    .map(readMessage)
    .filter(({ text }) => text.includes(hint))
  assert.deepEqual([...new Set(withHint.map(({ to }) => to))], ["op@example.com"], "an owner cannot mend it")
})

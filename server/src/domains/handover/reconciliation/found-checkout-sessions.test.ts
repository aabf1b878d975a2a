import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { anonymous } from "#access/context.ts"
import { perform, systemContext } from "#access/perform.ts"
import { type CheckoutSessionRequest, ProcessorError, type ProcessorOutcome } from "#adapters/payments/port.ts"
import { rowsOf } from "#test/support/basics/values-of.ts"
import {
  copyDatabase,
  type DatabaseKind,
  migratedDatabaseUrl,
  onBothDatabases,
  openDatabase,
} from "#test/support/databases/test-databases.ts"
import { mailsTo } from "#test/support/formats/mails-to.ts"
import { offerOnSale } from "#test/support/selling/shop.ts"
import { browser, type Till, tillOf } from "#test/support/selling/till.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { getDelivery } from "../deliveries/get-delivery.ts"
import { findPaymentAccount } from "../payment-accounts/payment-account.ts"
import { setPaymentAccount } from "../payment-accounts/set-payment-account.ts"
import { listUnclearRows } from "../payments/unclear-money-store.ts"
import { enqueueListings } from "./checkout-session-listings.ts"
import { listCheckoutSessions } from "./list-checkout-sessions.ts"
import { settleOwnUnclearMoney } from "./settle-own-unclear-money.ts"

const processorAccount = { id: "installation" } as const
const operator = "owner@operations.example"
const card = "4242424242424242"
const delayed = "DE89370400440532013000"

/** A shop with an hour of sales, and functions to restore its earlier state. */
async function openShop(t: TestContext, kind: DatabaseKind = "sqlite") {
  const databaseUrl = await migratedDatabaseUrl(t, kind)
  const studio = await world(t, kind, { operators: [operator], databaseUrl })
  const sell = async (changes = {}) => {
    const { id, shortKey } = await offerOnSale(studio, changes)
    return tillOf(studio, { id, key: shortKey ?? "" })
  }
  return {
    studio,
    sell,
    till: await sell(),
    /** The service on a copy of the database as it is now; processor, mail and files are the same. */
    restore: async () => restoredWorld(t, studio, await copyDatabase(t, databaseUrl)),
  }
}

function restoredWorld(t: TestContext, studio: World, url: string): World {
  const app = { ...studio.app, database: openDatabase(t, url) }
  return { ...studio, app, cx: systemContext(app) }
}

async function buy(
  till: Till,
  buyerEmail: string,
  { number = card, ...wish }: { number?: string; giftCode?: string } = {},
) {
  const { sessionId = "" } = await till.checkout({ buyerEmail, ...wish })
  await till.sandbox.pay(sessionId, { card: number })
  return sessionId
}

/** Lists the processor's checkout sessions, and runs all jobs to their end. */
async function sweep(till: Till, minutes = 0) {
  for (let passed = 0; passed <= minutes; passed += 60) {
    await enqueueListings(till.cx)
    await till.work()
    await till.work()
    await till.reconcile()
    till.clock.advance(61 * 60_000)
  }
}

/** No webhooks come in these tests, which operators are mailed about, too. */
const aboutMoney = ({ subject }: { subject: string }) => !subject.includes("webhook")

const stateOf = async (till: Till, sessionId: string) =>
  (await till.purchases()).find(({ checkout_session_id }) => checkout_session_id === sessionId)?.state

const listed = (till: Till, isSettled = false) => listUnclearRows(till.cx, { isSettled, limit: 50, place: undefined })

const backOf = async (till: Till, sessionId: string) =>
  (await till.sandbox.findCheckoutSession(processorAccount, sessionId))?.refundedCents

/** Opens the delivery link that was mailed to an address. Returns the names of its files. */
async function openMailed(till: Till, address: string): Promise<string[]> {
  const link = mailsTo(till, address)
    .map(({ text }) => /\/delivery\/([\w.-]+)/.exec(text)?.[1])
    .find((found) => found !== undefined)
  const delivery = await perform({ app: till.app, caller: anonymous }, getDelivery, { link })
  return delivery.files.map(({ name }) => name)
}

onBothDatabases(
  "after a restore each charge since the backup is delivered, refunded, or listed and mailed",
  async (t, kind) => {
    const { sell, till, restore } = await openShop(t, kind)
    const [last, emptied] = [await sell({ stockLimit: 1 }), await sell()]
    const giftId = await till.addGiftCode("GIFT-FIVE", { balance_cents: 500 })
    await sweep(till)
    const { sessionId: known = "" } = await till.checkout({ buyerEmail: "known@example.com" })
    const copy = await restore()

    await till.sandbox.pay(known, { card })
    const sale = await buy(till, "new@example.com")
    const gift = await buy(till, "gift@example.com", { giftCode: "GIFT-FIVE" })
    const later = await buy(till, "later@example.com", { number: delayed })
    const { sessionId: unpaid = "" } = await till.checkout({ buyerEmail: "unpaid@example.com" })
    const late = await buy(last, "late@example.com")
    const gone = await buy(emptied, "gone@example.com")
    const unknown = await buy(await sell(), "unknown@example.com")
    await till.verify(sale)

    const [till2, last2, emptied2] = [till, last, emptied].map(({ offer }) => tillOf(copy, offer))
    assert.ok(till2 && last2 && emptied2)
    await buy(last2, "first@example.com").then((id) => last2.verify(id))
    await copy.app.database.transaction((db) =>
      db.deleteFrom("offer_files").where("offer_id", "=", emptied.offer.id).execute(),
    )
    await sweep(till2)
    assert.equal((await till.sandbox.findCheckoutSession(processorAccount, unpaid))?.status, "expired")
    await sweep(till2, 180)

    for (const [sessionId, email] of [
      [known, "known@example.com"],
      [sale, "new@example.com"],
      [gift, "gift@example.com"],
      [later, "later@example.com"],
    ] as const) {
      assert.equal(await stateOf(till2, sessionId), "fulfilled", email)
      assert.deepEqual(await openMailed(till2, email), ["specimen.txt", "license.txt"])
      assert.equal(await backOf(till2, sessionId), 0)
    }
    assert.deepEqual([await stateOf(last2, late), await backOf(till2, late)], ["refunded", 1900])
    assert.deepEqual([await stateOf(emptied2, gone), await backOf(till2, gone)], ["refunded", 1900])
    const { spent_cents, uses } = await till2.giftCode(giftId)
    assert.deepEqual([spent_cents, uses], [500, 1])
    assert.equal((await till2.stock()).units_taken, 4)
    assert.equal((await last2.stock()).units_taken, 1)
    assert.deepEqual(rowsOf(await listed(till2), "checkout_session_id", "amount_cents", "buyer_email", "decision"), [
      [unknown, 1900, "unknown@example.com", null],
    ])
    assert.equal(
      mailsTo(till2, operator).filter(({ subject }) => subject === "A payment needs your decision").length,
      1,
    )
    assert.equal(mailsTo(till2, "new@example.com").length, 1)
  },
)

onBothDatabases("a second payment of one purchase is refunded once, the first one is delivered", async (t, kind) => {
  const { till } = await openShop(t, kind)
  const request = browser({ requestKey: "request_1" })
  till.sandbox.planFault({ operation: "openSession", kind: "server-error-stored-late" })
  await assert.rejects(till.checkout({}, request), { code: "upstream_error" })
  const { sessionId: own = "" } = await till.checkout({}, request)
  const [orphan] = till.sandbox.checkoutSessionsOf((await till.purchases())[0]?.id ?? "")
  assert.ok(orphan && orphan.id !== own)
  for (const id of [orphan.id, own]) await till.sandbox.pay(id, { card })
  await till.verify(own)
  await Promise.all([sweep(till), sweep(till)])
  await sweep(till, 120)

  assert.equal(await stateOf(till, own), "fulfilled")
  assert.deepEqual([await backOf(till, own), await backOf(till, orphan.id)], [0, 1900])
  const entries = (await listed(till, true)).map((entry) => [
    entry.checkout_session_id,
    entry.settled_as,
    entry.decided_by,
  ])
  assert.deepEqual(entries, [[orphan.id, "refunded", null]])
  assert.deepEqual([await listed(till), mailsTo(till, operator).filter(aboutMoney)], [[], []])
})

onBothDatabases(
  "a refund of a checkout session without a purchase that is always refused is mailed, and can be requested again",
  async (t, kind) => {
    const { till } = await openShop(t, kind)
    const request = browser({ requestKey: "request_1" })
    till.sandbox.planFault({ operation: "openSession", kind: "server-error-stored-late" })
    await assert.rejects(till.checkout({}, request), { code: "upstream_error" })
    await till.checkout({}, request)
    const [orphan] = till.sandbox.checkoutSessionsOf((await till.purchases())[0]?.id ?? "")
    assert.ok(orphan)
    await till.sandbox.pay(orphan.id, { card: "4000000000007726" }) // its refund waits at the bank
    const { refund } = till.app.payments
    const refuse = () => Promise.reject(new ProcessorError("refused", "The balance is empty."))
    Object.assign(till.app.payments, { refund: refuse })
    await sweep(till, 14 * 60)
    const [entry] = await listed(till)
    assert.match(entry?.reason ?? "", /refund failed/)
    for (const reader of [operator, "owner@studio.example"]) {
      assert.equal(mailsTo(till, reader).filter(({ subject }) => subject === "A payment needs your decision").length, 1)
    }

    Object.assign(till.app.payments, { refund })
    const { owner } = till.callers
    await perform({ app: till.app, caller: owner }, settleOwnUnclearMoney, { id: entry?.id, decision: "refund" })
    await till.work()
    assert.equal((await listed(till))[0]?.settled_at, null, "the bank has it")
    await sweep(till, 8 * 60)
    assert.deepEqual([await listed(till), await backOf(till, orphan.id)], [[], 1900])
  },
)

test("two processes that find the same sales in parallel deliver each of them once", async (t) => {
  const { till, restore } = await openShop(t, "postgres")
  await sweep(till)
  const copy = await restore()
  const sold = await Promise.all(["a", "b", "c"].map((name) => buy(till, `${name}@example.com`)))
  const restored = tillOf(copy, till.offer)
  await enqueueListings(copy.cx)
  await Promise.all([
    restored.work(),
    restored.work(),
    listCheckoutSessions(copy.cx, { processorAccount: "installation" }),
  ])
  await Promise.all([restored.work(), restored.work()])
  await restored.work()

  const states = await Promise.all(sold.map((sessionId) => stateOf(restored, sessionId)))
  assert.deepEqual(states, ["fulfilled", "fulfilled", "fulfilled"])
  assert.equal((await restored.stock()).units_taken, 3)
  for (const name of ["a", "b", "c"]) assert.equal(mailsTo(restored, `${name}@example.com`).length, 1)
})

test("an interrupted listing continues at its cursor, and restarts when the cursor is unknown", async (t) => {
  const { till, restore } = await openShop(t)
  await sweep(till)
  const copy = await restore()
  const sold = await buy(till, "first@example.com")
  for (let n = 0; n < 101; n++) await till.sandbox.openCheckoutSession(processorAccount, strange(till, n))
  const restored = tillOf(copy, till.offer)
  const { listCheckoutSessions: list } = till.app.payments
  const asked: (string | undefined)[] = []
  const failing: ProcessorOutcome[] = ["unknown", "account-fault"]
  Object.assign(till.app.payments, {
    listCheckoutSessions: (...[of, listing]: Parameters<typeof list>) => {
      asked.push(listing.cursor)
      const outcome = asked.length === 1 || listing.cursor === undefined ? undefined : failing.shift()
      return outcome ? Promise.reject(new ProcessorError(outcome, "It failed.")) : list(of, listing)
    },
  })
  for (let n = 0; n < 3; n++) {
    await enqueueListings(copy.cx)
    await restored.work()
    till.clock.advance(6 * 60_000)
  }
  await restored.work()

  const [first, ...rest] = asked.map((cursor) => cursor !== undefined)
  assert.deepEqual([first, ...rest], [false, true, true, false, true])
  assert.equal(await stateOf(restored, sold), "fulfilled")
})

/** A checkout session that another system has opened on the same processor account. */
const strange = (till: Till, n: number, changes: Partial<CheckoutSessionRequest> = {}): CheckoutSessionRequest => ({
  ...{
    idempotencyKey: `strange-${n}`,
    reference: `purchase_strange${n}`,
    offerId: "offer_strange",
    workspaceId: "workspace_strange",
  },
  ...{ amountCents: 500, currency: "usd", title: "Something else", buyerEmail: "eve@example.com" },
  ...{ returnUrl: "https://elsewhere.example/pay/abcd", expiresAt: till.clock.now() + 45 * 60_000 },
  ...changes,
})

test("sales of another installation on the same account are not touched, paid or not", async (t) => {
  const { till } = await openShop(t)
  const [open, paid] = [
    await till.sandbox.openCheckoutSession(processorAccount, strange(till, 1)),
    await till.sandbox.openCheckoutSession(processorAccount, strange(till, 2)),
  ]
  await till.sandbox.pay(paid.id, { card })
  await enqueueListings(till.cx)
  await till.work()
  await till.work()

  assert.equal((await till.sandbox.findCheckoutSession(processorAccount, open.id))?.status, "open")
  assert.deepEqual([await listed(till), await till.purchases(), await backOf(till, paid.id)], [[], [], 0])
})

test("a sale since the backup that ended unpaid, or was paid back, is left as it is", async (t) => {
  const { till, restore } = await openShop(t)
  await sweep(till)
  const copy = tillOf(await restore(), till.offer)
  const { sessionId: unpaid = "" } = await till.checkout({ buyerEmail: "unpaid@example.com" })
  await till.sandbox.expireCheckoutSession(processorAccount, unpaid)
  const paid = await buy(till, "paid@example.com")
  const { paymentId } = (await till.sandbox.findCheckoutSession(processorAccount, paid)) ?? {}
  await till.sandbox.refund(processorAccount, { paymentId: paymentId ?? "", idempotencyKey: "paid back" })
  await sweep(copy, 180)

  assert.deepEqual([await copy.purchases(), await listed(copy), await listed(copy, true)], [[], [], []])
  assert.deepEqual([await backOf(till, paid), mailsTo(copy, "paid@example.com")], [1900, []])
})

test("a charge on another seller's account buys nothing from this seller, and is listed", async (t) => {
  const { till, studio } = await openShop(t)
  const keys = {
    secretKey: "sk_test_51EveSecret",
    publishableKey: "pk_test_51EvePublic",
    webhookSecret: "whsec_abcdefghijklmnop",
  }
  const { id } = await perform({ app: studio.app, caller: studio.callers.stranger }, setPaymentAccount, keys)
  const theirs = await findPaymentAccount(till.cx, id)
  assert.ok(theirs)
  const { returnUrl: _, ...request } = strange(till, 1, { offerId: till.offer.id, amountCents: 50 })
  const checkoutSession = await till.sandbox.openCheckoutSession(theirs, {
    ...request,
    returnUrl: "http://localhost:3000/pay/abcd",
  })
  await till.sandbox.pay(checkoutSession.id, { card })
  await sweep(till)

  assert.deepEqual(await till.purchases(), [])
  assert.deepEqual(rowsOf(await listed(till), "processor_account", "checkout_session_id", "workspace_id"), [
    [id, checkoutSession.id, null],
  ])
})

test("a listed payment that the processor contradicts has no effect, and is reported within half a day", async (t) => {
  const { till, restore } = await openShop(t)
  await sweep(till)
  const copy = await restore()
  const sessionId = await buy(till, "bo@example.com")
  const restored = tillOf(copy, till.offer)
  const { findCheckoutSession } = till.app.payments
  Object.assign(till.app.payments, {
    findCheckoutSession: async (...args: Parameters<typeof findCheckoutSession>) => {
      const checkoutSession = await findCheckoutSession(...args)
      return checkoutSession && { ...checkoutSession, amountCents: 1 }
    },
  })
  await sweep(restored, 5 * 60)
  assert.deepEqual([await restored.purchases(), await listed(restored)], [[], []])
  await sweep(restored, 9 * 60)

  assert.deepEqual(rowsOf(await listed(restored), "checkout_session_id", "amount_cents"), [[sessionId, 1900]])
  assert.equal(mailsTo(restored, operator).filter(aboutMoney).length, 1)
  assert.deepEqual(await restored.purchases(), [])
})

for (const isGivenUp of [false, true]) {
  const standing = isGivenUp ? "was given up without a session" : "waits for its session"
  test(`a payment of a checkout that ${standing} in the backup is delivered`, async (t) => {
    const { till, restore } = await openShop(t)
    const request = browser({ requestKey: "request_1" })
    till.sandbox.planFault({ operation: "openSession", kind: "lost-answer" })
    await assert.rejects(till.checkout({}, request), { code: "upstream_error" })
    const copy = await restore()
    const { sessionId = "" } = await till.checkout({}, request)
    await till.sandbox.pay(sessionId, { card })
    const restored = tillOf(copy, till.offer)
    till.clock.advance(26 * 60 * 60_000) // the processor has forgotten the key
    if (isGivenUp) await restored.reconcile()
    assert.deepEqual(rowsOf(await restored.purchases(), "state", "checkout_session_id"), [
      [isGivenUp ? "failed" : "created", null],
    ])
    await sweep(restored, 60)

    assert.equal(await stateOf(restored, sessionId), "fulfilled")
    assert.deepEqual(await openMailed(restored, "bo@example.com"), ["specimen.txt", "license.txt"])
    assert.equal((await restored.stock()).units_taken, 1)
  })
}

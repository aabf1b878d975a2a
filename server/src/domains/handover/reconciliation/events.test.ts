import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { systemContext } from "#access/perform.ts"
import { minuteMs } from "#kernel/time/units.ts"
import {
  copyDatabase,
  type DatabaseKind,
  migratedDatabaseUrl,
  onBothDatabases,
  onSqlite,
  openDatabase,
} from "#test/support/databases/test-databases.ts"
import { mailsTo } from "#test/support/formats/mails-to.ts"
import { offerOnSale } from "#test/support/selling/shop.ts"
import { type Till, tillOf } from "#test/support/selling/till.ts"
import { linesOf } from "#test/support/workspace/notifications.ts"
import { world } from "#test/support/worlds/world.ts"
import { receivePaymentEvent } from "../events/index.ts"
import { setPaymentAccount } from "../payment-accounts/set-payment-account.ts"
import { enqueueListings } from "./checkout-session-listings.ts"

const operator = "owner@operations.example"
const processorAccount = { id: "installation" } as const

async function openShop(t: TestContext, kind: DatabaseKind) {
  const databaseUrl = await migratedDatabaseUrl(t, kind)
  const studio = await world(t, kind, { operators: [operator], databaseUrl })
  const { id, shortKey } = await offerOnSale(studio)
  const till = tillOf(studio, { id, key: shortKey ?? "" })
  const restore = async () => {
    const app = { ...studio.app, database: openDatabase(t, await copyDatabase(t, databaseUrl)) }
    return () => tillOf({ ...studio, app, cx: systemContext(app) }, till.offer)
  }
  return { till, restore }
}

async function sell(till: Till, buyerEmail: string) {
  const { sessionId = "" } = await till.checkout({ buyerEmail })
  await till.sandbox.pay(sessionId, { card: "4242424242424242" })
  await till.verify(sessionId)
  await till.work()
  return sessionId
}

/** Advances ten minutes and lists every processor account. No webhook comes. */
async function list(till: Till): Promise<void> {
  till.clock.advance(10 * minuteMs)
  await enqueueListings(till.cx)
  await till.work()
}

const standOf = async (till: Till, sessionId: string) => {
  const purchase = (await till.purchases()).find(({ checkout_session_id }) => checkout_session_id === sessionId)
  return [purchase?.state, purchase?.refunded_cents, purchase?.dispute]
}

/** Actions of a seller, and a bank, outside this service. */
async function actInDashboard({ sandbox }: Till, [part, whole, disputed]: string[]): Promise<void> {
  for (const [sessionId = "", amountCents] of [
    [part, 400],
    [whole, 1900],
  ] as const) {
    const paymentId = (await sandbox.findCheckoutSession(processorAccount, sessionId))?.paymentId ?? ""
    await sandbox.refund(processorAccount, { paymentId, amountCents, idempotencyKey: sessionId })
  }
  await sandbox.act(disputed ?? "", "dispute")
}

const after = [
  ["fulfilled", 400, null],
  ["refunded", 1900, null],
  ["disputed", 0, "open"],
]

onSqlite(
  "without any webhook, refunds and disputes at the processor are recorded within ten minutes",
  async (t, kind) => {
    const { till } = await openShop(t, kind)
    const sold: string[] = []
    for (const name of ["ann", "bo", "cy"]) sold.push(await sell(till, `${name}@example.com`))
    await list(till)
    await actInDashboard(till, sold)

    await list(till)

    assert.deepEqual(await Promise.all(sold.map((sessionId) => standOf(till, sessionId))), after)
  },
)

onSqlite("after a restore, refunds and disputes of sales from before the backup are recorded", async (t, kind) => {
  const { till, restore } = await openShop(t, kind)
  const sold: string[] = []
  for (const name of ["ann", "bo", "cy"]) sold.push(await sell(till, `${name}@example.com`))
  await list(till)
  const restored = (await restore())()
  await actInDashboard(till, sold)
  for (let days = 0; days < 5; days++) {
    till.clock.advance(24 * 60 * minuteMs)
    await list(till)
  }

  await list(restored)

  assert.deepEqual(await Promise.all(sold.map((sessionId) => standOf(restored, sessionId))), after)
})

onBothDatabases(
  "an event that comes both by its webhook and by the list is one row, and applied once",
  async (t, kind) => {
    const { till } = await openShop(t, kind)
    await sell(till, "bo@example.com")
    await list(till)
    await till.deliver()

    const rows = await till.app.database.read.selectFrom("payment_events").selectAll().execute()
    assert.deepEqual(
      rows.map(({ came_by, due_at, applied_at }) => [came_by, due_at, applied_at !== null]),
      [["hook", null, true]],
    )
  },
)

onSqlite(
  "operators get one mail within 40 minutes each time the installation's webhook falls silent",
  async (t, kind) => {
    const { till } = await openShop(t, kind)
    const countSilenceMails = () => mailsTo(till, operator).filter(({ subject }) => subject.includes("webhook")).length
    await sell(till, "bo@example.com")
    for (let listings = 0; listings < 2; listings++) await list(till)
    assert.equal(countSilenceMails(), 0, "a webhook may be late")
    for (let listings = 0; listings < 2; listings++) await list(till)
    assert.equal(countSilenceMails(), 1)
    for (let listings = 0; listings < 4; listings++) await list(till)
    assert.equal(countSilenceMails(), 1)

    await till.deliver()
    till.clock.advance(24 * 60 * minuteMs)
    await sell(till, "cy@example.com")
    for (let listings = 0; listings < 4; listings++) await list(till)
    assert.equal(countSilenceMails(), 2, "it is silent again")
  },
)

onBothDatabases("admins are notified when the webhook of their workspace's account falls silent", async (t, kind) => {
  const { till } = await openShop(t, kind)
  const keys = {
    secretKey: "sk_test_51AdaSecret",
    publishableKey: "pk_test_51AdaPublic",
    webhookSecret: "whsec_abcdefgh",
  }
  await till.act("admin", setPaymentAccount, keys)
  await sell(till, "bo@example.com")
  for (let listings = 0; listings < 4; listings++) await list(till)

  const silent = (line: string) => line.includes("No Stripe webhook events")
  assert.equal((await linesOf(till, "admin")).filter(silent).length, 1)
  assert.equal((await linesOf(till, "member")).filter(silent).length, 0)
})

test("at most 2,000 events of an account wait; more are refused until some are applied", async (t) => {
  const { till } = await openShop(t, "sqlite")
  const receive = (n: number) =>
    receivePaymentEvent(till.cx, "processor_flood", {
      id: `flood-${n}`,
      live: false,
      kind: "refund",
      paymentId: `pi_${n}`,
    })
  for (let n = 0; n < 2_000; n++) await receive(n)
  await assert.rejects(receive(2_000), { code: "rate_limited" })
  await receivePaymentEvent(till.cx, "installation", {
    id: "other",
    live: false,
    kind: "refund",
    paymentId: "pi_other",
  })
  till.clock.advance(25 * 60 * minuteMs)
  await till.work()

  await receive(2_000)
  const rows = await till.app.database.read
    .selectFrom("payment_events")
    .select("event_id")
    .where("processor_account", "=", "processor_flood")
    .execute()
  assert.equal(rows.length, 2_001)
})

test("at most 20,000 webhooks of an account are accepted in an hour", async (t) => {
  const { till } = await openShop(t, "sqlite")
  const event = { id: "again", live: false, kind: "refund", paymentId: "pi_1" } as const
  await receivePaymentEvent(till.cx, "processor_flood", event)
  const [counter = ""] = [`payment-events:processor_flood`]
  for (let n = 1; n < 20_000; n++) await till.app.counters.hit(counter, 60 * minuteMs)

  await assert.rejects(receivePaymentEvent(till.cx, "processor_flood", event), { code: "rate_limited" })
  await receivePaymentEvent(till.cx, "installation", event)
})

test("while 2,000 events of an account wait, its list adds none; later it adds the missing ones", async (t) => {
  const { till } = await openShop(t, "sqlite")
  await sell(till, "bo@example.com")
  const now = till.clock.now()
  const waiting = {
    processor_account: "installation",
    type: "refund",
    subject: "pi_none",
    event: "{}",
    came_by: "hook",
  } as const
  const times = { received_at: now, created_at: now, due_at: now + 60 * minuteMs, applied_at: null, tries: 0 }
  const rows = Array.from({ length: 2_000 }, (_, n) => ({ event_id: `flood-${n}`, ...waiting, ...times }))
  await till.app.database.transaction((db) => db.insertInto("payment_events").values(rows).execute())
  const listed = () =>
    till.app.database.read.selectFrom("payment_events").select("event_id").where("came_by", "=", "list").execute()
  await list(till)
  assert.equal((await listed()).length, 0)
  await till.app.database.transaction((db) => db.deleteFrom("payment_events").execute())
  await list(till)

  assert.equal((await listed()).length, 1)
})

onSqlite("an account's events are listed every hour after thirty days without a sale", async (t, kind) => {
  const { till } = await openShop(t, kind)
  const nextListing = async () => {
    const row = await till.app.database.read.selectFrom("event_listings").select("next_at").executeTakeFirstOrThrow()
    return row.next_at - till.clock.now()
  }
  await sell(till, "bo@example.com")
  await list(till)
  assert.equal(await nextListing(), 10 * minuteMs)
  till.clock.advance(30 * 24 * 60 * minuteMs)
  await till.deliver()
  await list(till)
  assert.equal(await nextListing(), 60 * minuteMs)
})

const dueTimes = async ({ app, clock }: Till) => {
  const rows = await app.database.read.selectFrom("payment_events").select(["due_at", "tries"]).execute()
  return rows.map(({ due_at, tries }) => [due_at === null ? null : due_at - clock.now(), tries])
}

onSqlite(
  "an event that cannot be applied is tried after five seconds, twice as long each time, at most six hours",
  async (t, kind) => {
    const { till } = await openShop(t, kind)
    const { sessionId = "" } = await till.checkout({})
    await till.sandbox.pay(sessionId, { card: "4242424242424242" })
    till.sandbox.planFault({ operation: "any", kind: "timeout", times: 1_000 })
    const event = { id: "one", live: false, kind: "checkout-session", checkoutSessionId: sessionId } as const
    await receivePaymentEvent(till.cx, "installation", event)
    for (const [tries, waitMs] of [5_000, 10_000, 20_000].entries()) {
      await till.work()
      assert.deepEqual(await dueTimes(till), [[waitMs, tries + 1]])
      till.clock.advance(waitMs)
    }
    await till.app.database.transaction((db) => db.updateTable("payment_events").set({ tries: 13 }).execute())
    await till.work()
    assert.deepEqual(await dueTimes(till), [[6 * 60 * minuteMs, 14]])
  },
)

onSqlite(
  "an event without a purchase waits as long as it has waited, a minute at least, for a day",
  async (t, kind) => {
    const { till } = await openShop(t, kind)
    const event = { id: "one", live: false, kind: "refund", paymentId: "pi_none" } as const
    await receivePaymentEvent(till.cx, "installation", event)
    const waited: [number, number | null][] = [
      [0, minuteMs],
      [minuteMs, minuteMs],
      [10 * minuteMs, 11 * minuteMs],
      [24 * 60 * minuteMs - 11 * minuteMs, 24 * 60 * minuteMs],
      [24 * 60 * minuteMs, null],
    ]
    for (const [advanceMs, waitMs] of waited) {
      till.clock.advance(advanceMs)
      await till.work()
      assert.deepEqual(await dueTimes(till), [[waitMs, 0]])
    }
  },
)

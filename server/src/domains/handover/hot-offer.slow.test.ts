import assert from "node:assert/strict"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Client } from "pg"
import { atEnd, migratedDatabaseUrl, onBothDatabases, onPostgres } from "#test/support/databases/test-databases.ts"
import { auditAtRest, auditRivals, readBooks } from "#test/support/selling/money-checker.ts"
import { offerOnSale } from "#test/support/selling/shop.ts"
import { openTill, type Till, tillOf } from "#test/support/selling/till.ts"
import { world } from "#test/support/worlds/world.ts"
import { editOffer } from "./offers/edit-offer.ts"
import { getOwnOffer } from "./offers/get-own-offer.ts"

const card = { card: "4242424242424242" }
const buyers = Number(process.env.HOT_BUYERS ?? 200)
const rounds = Number(process.env.HOT_ROUNDS ?? 5)

const buyer = (n: number) => `buyer${n}@example.com`

async function booksAreRight({ app, folder, offer }: Till): Promise<void> {
  const books = await readBooks(app.database.read, join(folder, "sandbox.db"), offer.id)
  assert.deepEqual([...auditAtRest(books), ...auditRivals(books)], [])
}

onPostgres(`${buyers} buyers of an offer without a limit wait for no lock of its row`, async (t) => {
  const url = await migratedDatabaseUrl(t, "postgres")
  const till = await hotTill(t, url, {})
  const seller = await lockOfferRow(t, url, till.offer.id)

  const checkoutSessions = await Promise.all(
    Array.from({ length: buyers }, (_, n) => till.checkout({ buyerEmail: buyer(n) })),
  )
  await Promise.all(
    checkoutSessions.map(async ({ sessionId = "" }) => {
      await till.sandbox.pay(sessionId, card)
      assert.equal((await till.verify(sessionId)).fulfilled, true)
    }),
  )
  assert.equal((await till.stock()).units_taken, buyers)
  assert.equal(await seller.waiting(), 0)
  await seller.letGo()
  const { unitsTaken } = await till.act("viewer", getOwnOffer, { id: till.offer.id })
  assert.equal(unitsTaken, buyers, "the seller sees what was counted")
  await till.deliver()
  await booksAreRight(till)
})

onPostgres(
  `of ${buyers} buyers of an offer with a limit, one holds a connection while its row is locked`,
  async (t) => {
    const url = await migratedDatabaseUrl(t, "postgres")
    const till = await hotTill(t, url, { stockLimit: 20 })
    const sold = await offerOnSale(till)
    const other = tillOf(till, { id: sold.id, key: sold.shortKey ?? "" })
    const seller = await lockOfferRow(t, url, till.offer.id)

    const wishes = Array.from({ length: buyers }, (_, n) => till.checkout({ buyerEmail: buyer(n) }))
    const ended = Promise.allSettled(wishes)
    while ((await seller.waiting()) === 0) await sleep(5)
    for (let n = 0; n < 10; n += 1) {
      const { sessionId = "" } = await other.checkout({ buyerEmail: buyer(n) })
      await till.sandbox.pay(sessionId, card)
      assert.equal((await other.verify(sessionId)).fulfilled, true, "another offer is sold meanwhile")
    }
    assert.equal(await seller.waiting(), 1)

    await seller.letGo()
    const outcomes = (await ended).map((one) => (one.status === "fulfilled" ? "ok" : one.reason.code))
    assert.equal(outcomes.filter((outcome) => outcome === "ok").length, 20)
    assert.equal(outcomes.filter((outcome) => outcome === "conflict").length, buyers - 20)
    assert.equal((await till.stock()).units_taken, 20)
  },
)

onBothDatabases("a limit that is set while checkouts start and end counts each unit", async (t, kind) => {
  const till = await openTill(t, kind)
  const early = await Promise.all(Array.from({ length: 20 }, (_, n) => till.checkout({ buyerEmail: buyer(n) })))
  for (const { sessionId = "" } of early)
    await till.app.payments.expireCheckoutSession({ id: "installation" }, sessionId)
  const late = Array.from({ length: 20 }, (_, n) => () => till.checkout({ buyerEmail: buyer(100 + n) }))
  const ends = early.map(
    ({ sessionId = "" }) =>
      () =>
        till.verify(sessionId),
  )
  const limit = () => till.act("member", editOffer, { id: till.offer.id, stockLimit: 30 })
  const work: (() => Promise<unknown>)[] = [...late.slice(0, 10), ...ends.slice(0, 10), limit, ...late.slice(10)]
  await Promise.all([...work, ...ends.slice(10)].map((run) => run()))

  const { unitsTaken } = await till.act("viewer", getOwnOffer, { id: till.offer.id })
  assert.equal(unitsTaken, 20)
  assert.equal((await till.stock()).units_taken, 20)
  const more = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) => till.checkout({ buyerEmail: buyer(200 + n) })),
  )
  assert.equal(more.filter(({ status }) => status === "fulfilled").length, 10)
})

onBothDatabases("thirty parallel checkouts of one address make one checkout, and no error", async (t, kind) => {
  const till = await openTill(t, kind)
  const ended = await Promise.allSettled(
    Array.from({ length: 30 }, (_, n) => till.checkout({ buyerEmail: n % 2 ? "bo@example.com" : "Bo@example.com" })),
  )
  const refusals = ended.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []))
  assert.ok(refusals.length < 30)
  assert.deepEqual(new Set(refusals), new Set(["conflict"]))
  const keyed = (await till.purchases()).filter(({ checkout_key }) => checkout_key !== null)
  assert.deepEqual(
    keyed.map(({ checkout_key }) => checkout_key),
    [`${till.offer.id}:bo@example.com`],
  )
})

onBothDatabases(
  "of a late payment and a parallel new checkout of its address, only one is charged",
  async (t, kind) => {
    const till = await openTill(t, kind)
    for (let round = 0; round < rounds; round += 1) {
      const buyerEmail = buyer(round)
      const { sessionId = "" } = await till.checkout({ buyerEmail })
      await till.sandbox.pay(sessionId, card)
      await till.app.database.transaction((db) =>
        db
          .updateTable("purchases")
          .set({ state: "expired", unit_released_at: till.clock.now(), checkout_key: null })
          .where("checkout_session_id", "=", sessionId)
          .execute(),
      )
      const settled = await Promise.allSettled([
        till.verify(sessionId),
        ...Array.from({ length: 4 }, () => till.checkout({ buyerEmail })),
      ])
      for (const one of settled) if (one.status === "rejected") assert.equal(one.reason.code, "conflict")
      await till.deliver()
      await till.deliver()
      assert.deepEqual(await till.checkout({ buyerEmail }).then(({ alreadyOwned }) => alreadyOwned), true)
      await booksAreRight(till)
    }
  },
)

onBothDatabases("a sale writes no notice row of its workspace: a job does, once", async (t, kind) => {
  const till = await openTill(t, kind)
  const lines = () => till.app.database.read.selectFrom("notifications").select(["happening", "count"]).execute()
  const { sessionId = "" } = await till.checkout({})
  await till.sandbox.pay(sessionId, card)
  assert.equal((await till.verify(sessionId)).fulfilled, true)
  assert.deepEqual(await lines(), [])

  await till.work()
  const notices = await lines()
  assert.ok(notices.length > 0)
  assert.deepEqual(new Set(notices.map(({ happening, count }) => `${happening} ${count}`)), new Set(["sold 1"]))
})

/** A till in a database whose address is known. */
async function hotTill(
  t: Parameters<typeof world>[0],
  databaseUrl: string,
  changes: { stockLimit?: number },
): Promise<Till> {
  const studio = await world(t, "postgres", { databaseUrl })
  const sold = await offerOnSale(studio, changes)
  return tillOf(studio, { id: sold.id, key: sold.shortKey ?? "" })
}

/** Locks an offer's row as a seller's change does, and counts transactions that wait for a lock meanwhile. */
async function lockOfferRow(t: Parameters<typeof world>[0], url: string, offerId: string) {
  const [seller, watcher] = [new Client(url), new Client(url)]
  await Promise.all([seller.connect(), watcher.connect()])
  atEnd(t, () => Promise.all([seller.end(), watcher.end()]))
  await seller.query("begin")
  await seller.query("update offers set updated_at = updated_at where id = $1", [offerId])
  const waiting = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%offers%'`
  return {
    waiting: async (): Promise<number> => (await watcher.query(waiting)).rows[0].count,
    letGo: () => seller.query("commit"),
  }
}

import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import { anonymous } from "#access/caller.ts"
import { perform, systemContext } from "#access/perform.ts"
import {
  copyDatabase,
  type DatabaseKind,
  migratedDatabaseUrl,
  onBothDatabases,
  openDatabase,
} from "#test/support/databases.ts"
import { readMail } from "#test/support/mail-text.ts"
import { offerOnSale } from "#test/support/shop.ts"
import { type Till, tillOf } from "#test/support/till.ts"
import { type World, world } from "#test/support/world.ts"
import { getDelivery } from "./get-delivery.ts"
import { enqueueSessionListings } from "./session-listings.ts"
import { listUnclearRows } from "./unclear-money-store.ts"

const account = { id: "installation" } as const
const operator = "owner@operations.example"
const card = "4242424242424242"
const delayed = "DE89370400440532013000"

/** A shop with an hour of business, and hands to bring back what it had at that time. */
async function openShop(t: TestContext, kind: DatabaseKind = "sqlite") {
  const databaseUrl = await migratedDatabaseUrl(t, kind)
  const studio = await world(t, kind, { operators: [operator], databaseUrl })
  const sell = async (changes = {}) => {
    const { id, shortKey } = await offerOnSale(studio, changes)
    return tillOf(studio, { id, key: shortKey ?? "" })
  }
  return {
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

/** Lists what the processor has, and lets everything come to rest. */
async function sweep(till: Till, minutes = 0) {
  for (let passed = 0; passed <= minutes; passed += 60) {
    await enqueueSessionListings(till.cx)
    await till.work()
    await till.work()
    await till.reconcile()
    till.clock.advance(61 * 60_000)
  }
}

const stateOf = async (till: Till, sessionId: string) =>
  (await till.purchases()).find(({ session_id }) => session_id === sessionId)?.state

const mailsTo = (till: Till, address: string) =>
  till
    .mails()
    .map(readMail)
    .filter(({ to }) => to === address)

const listed = (till: Till, isSettled = false) => listUnclearRows(till.cx, { isSettled, limit: 50, place: undefined })

const backOf = async (till: Till, sessionId: string) =>
  (await till.sandbox.findSession(account, sessionId))?.refundedCents

/** Opens the delivery link that was mailed to an address, and answers the names of its files. */
async function openMailed(till: Till, address: string): Promise<string[]> {
  const link = mailsTo(till, address)
    .map(({ text }) => /\/delivery\/([\w.-]+)/.exec(text)?.[1])
    .find((found) => found !== undefined)
  const delivery = await perform(till.app, getDelivery, anonymous, { link })
  return delivery.files.map(({ name }) => name)
}

onBothDatabases(
  "after a restore each cent that was charged since the backup is delivered, given back, or listed and mailed",
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
    assert.equal((await till.sandbox.findSession(account, unpaid))?.status, "expired")
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
    assert.deepEqual(
      (await listed(till2)).map((entry) => [entry.session_id, entry.amount_cents, entry.buyer_email, entry.decision]),
      [[unknown, 1900, "unknown@example.com", null]],
    )
    assert.equal(mailsTo(till2, operator).filter(({ subject }) => subject === "A payment to be settled").length, 1)
    assert.equal(mailsTo(till2, "new@example.com").length, 1)
  },
)

import assert from "node:assert/strict"
import { test } from "node:test"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { offerOnSale } from "#test/support/selling/shop.ts"
import { browser, openTill, type Till, tillOf } from "#test/support/selling/till.ts"
import { linesOf } from "#test/support/workspace/notifications.ts"

const good = { card: "4242424242424242" }

async function paid(till: Till, by = browser()) {
  const { sessionId = "" } = await till.checkout({}, by)
  await till.sandbox.pay(sessionId, good)
  return sessionId
}

test("a checkout session that waits for payment is pending, also after declined cards", async (t) => {
  const till = await openTill(t)
  const { sessionId = "" } = await till.checkout({})
  const by = browser()

  assert.deepEqual(await till.verify(sessionId, by), { paid: false, pending: true })
  await till.sandbox.pay(sessionId, { card: "4000000000000002" })
  assert.deepEqual(await till.verify(sessionId, by), { paid: false, pending: true })
  assert.equal(by.isStored, false, "an answer that will change is not kept for replay")
})

test("a delayed method is pending until the bank decides, then paid or failed", async (t) => {
  const till = await openTill(t)
  const [succeeds, fails] = [await till.checkout({}), await till.checkout({ buyerEmail: "cy@example.com" })]
  await till.sandbox.pay(succeeds.sessionId ?? "", { card: "DE89370400440532013000" })
  await till.sandbox.pay(fails.sessionId ?? "", { card: "DE62370400440532013001" })
  assert.deepEqual(await till.verify(succeeds.sessionId ?? ""), { paid: false, pending: true })
  assert.deepEqual(await till.verify(fails.sessionId ?? ""), { paid: false, pending: true })
  assert.deepEqual([...new Set((await till.purchases()).map(({ state }) => state))], ["pending_async"])

  till.clock.advance(200_000)
  assert.equal((await till.verify(succeeds.sessionId ?? "")).fulfilled, true)
  const by = browser()
  assert.deepEqual(await till.verify(fails.sessionId ?? "", by), { paid: false, pending: false })
  assert.equal(by.isStored, true, "what has finally failed stays so")
  assert.equal((await till.stock()).units_taken, 1)
})

for (const [what, card] of Object.entries({
  "a buyer has not paid yet": "4000000000000002",
  "a bank has not decided yet": "DE89370400440532013000",
})) {
  test(`while ${what}, polls mark the purchase as looked at, once a minute`, async (t) => {
    const till = await openTill(t)
    const { sessionId = "" } = await till.checkout({})
    await till.sandbox.pay(sessionId, { card })
    const lookedAt = async (ms: number) => {
      till.clock.advance(ms)
      await till.verify(sessionId)
      return (await till.purchases())[0]?.updated_at
    }
    const began = await lookedAt(0)
    assert.equal(await lookedAt(59_999), began)
    assert.equal(await lookedAt(1), till.clock.now())
  })
}

test("an unknown checkout session, or one of another offer, is not found, and the processor is not asked", async (t) => {
  const till = await openTill(t)
  const sold = await offerOnSale(till)
  const other = tillOf(till, { id: sold.id, key: sold.shortKey ?? "" })
  const sessionId = await paid(till)
  till.sandbox.planFault({ operation: "any", kind: "timeout" })

  await assert.rejects(other.verify(sessionId), { code: "not_found" })
  await assert.rejects(till.verify("cs_sandbox_unknown"), { code: "not_found" })
  await assert.rejects(tillOf(till, { id: "", key: "NO" }).verify(sessionId), { code: "not_found" })
  assert.equal(till.sandbox.listFaults().length, 1)
})

test("a processor that is down is an upstream error only until the purchase is complete", async (t) => {
  const till = await openTill(t)
  const sessionId = await paid(till)
  till.sandbox.planFault({ operation: "any", kind: "timeout" })
  await assert.rejects(till.verify(sessionId), { code: "upstream_error", status: 500 })

  const first = await till.verify(sessionId)
  till.sandbox.planFault({ operation: "any", kind: "timeout", times: 100 })
  assert.deepEqual(await till.verify(sessionId), first)
})

test("a day after the payment the checkout session gives the claim page, and the link to the browser that paid", async (t) => {
  const till = await openTill(t)
  const buyer = browser()
  const sessionId = await paid(till, buyer)
  const { deliveryUrl } = await till.verify(sessionId, buyer)
  assert.equal(buyer.proofs.length, 1)

  till.clock.advance(24 * 3_600_000)
  assert.match((await till.verify(sessionId)).deliveryUrl ?? "", /\/claim\//)
  assert.equal((await till.verify(sessionId, buyer)).deliveryUrl, deliveryUrl)
})

test("a fault of ours after the payment is in the answer, and the next verify continues from there", async (t) => {
  const till = await openTill(t)
  const sessionId = await paid(till)
  const { transaction } = till.app.database
  let transactions = 0
  const broken = {
    ...till.app,
    database: {
      ...till.app.database,
      transaction: ((work) => {
        transactions += 1
        return transactions === 2 ? Promise.reject(new Error("The disk is full.")) : transaction(work)
      }) as typeof transaction,
    },
  }
  const by = browser()

  const answer = await tillOf({ ...till, app: broken }, till.offer).verify(sessionId, by)
  assert.deepEqual({ ...answer, error: "" }, { paid: true, pending: false, fulfilled: false, error: "" })
  assert.doesNotMatch(answer.error ?? "", /disk/)
  assert.equal(by.isStored, false)
  assert.deepEqual(valuesOf(await till.purchases(), "state"), ["paid"])

  assert.equal((await till.verify(sessionId)).fulfilled, true)
})

onBothDatabases(
  "a payment after the checkout ended is delivered if a unit and the gift are still left",
  async (t, kind) => {
    const till = await openTill(t, kind, { stockLimit: 1 })
    const codeId = await till.addGiftCode("FIVE")
    const { sessionId = "" } = await till.checkout({ giftCode: "FIVE" })
    await takeForDead(till, codeId)
    await till.sandbox.pay(sessionId, good)
    await till.deliver()

    const [purchase] = await till.purchases()
    assert.equal(purchase?.state, "fulfilled")
    assert.match(purchase?.reason ?? "", /after the checkout expired/)
    assert.equal((await till.giftCode(codeId)).spent_cents, 500)
    assert.equal((await till.stock()).units_taken, 1)
  },
)

onBothDatabases(
  "a payment after another buyer got the last unit is refunded, and the seller is notified",
  async (t, kind) => {
    const till = await openTill(t, kind, { stockLimit: 1 })
    const { sessionId = "" } = await till.checkout({})
    await takeForDead(till)
    await till.checkout({ buyerEmail: "cy@example.com" })
    await till.sandbox.pay(sessionId, good)
    await till.deliver()

    const answer = await till.verify(sessionId)
    assert.deepEqual({ paid: answer.paid, fulfilled: answer.fulfilled }, { paid: true, fulfilled: false })
    assert.match(answer.error ?? "", /refunded/)
    assert.equal((await till.purchases()).find((row) => row.checkout_session_id === sessionId)?.state, "refunded")
    assert.equal((await till.sandbox.findCheckoutSession({ id: "installation" }, sessionId))?.refundedCents, 1900)
    assert.equal((await till.stock()).units_taken, 1)
    const sentences = ["Paid too late, refunding: Type specimen", "Refunded: Type specimen"]
    assert.deepEqual([...(await linesOf(till, "admin"))].sort(), sentences)
  },
)

onBothDatabases("a payment after the gift code was used elsewhere is refunded", async (t, kind) => {
  const till = await openTill(t, kind)
  const codeId = await till.addGiftCode("FIVE")
  const { sessionId = "" } = await till.checkout({ giftCode: "FIVE" })
  await takeForDead(till, codeId)
  await till.checkout({ giftCode: "FIVE", buyerEmail: "cy@example.com" })
  await till.sandbox.pay(sessionId, good)
  await till.deliver()

  assert.equal((await till.purchases()).find((row) => row.checkout_session_id === sessionId)?.state, "refunded")
  const { held_cents, spent_cents, uses } = await till.giftCode(codeId)
  assert.deepEqual({ held_cents, spent_cents, uses }, { held_cents: 500, spent_cents: 0, uses: 1 })
})

/** As if the processor had reported the checkout session as over, and it was paid nevertheless. */
async function takeForDead(till: Till, codeId?: string): Promise<void> {
  await till.app.database.transaction(async (db) => {
    const set = { state: "expired", unit_released_at: till.clock.now(), ...(codeId ? { gift_state: "released" } : {}) }
    await db
      .updateTable("purchases")
      .set(set as object)
      .execute()
    await db.updateTable("offers").set({ units_taken: 0 }).where("id", "=", till.offer.id).execute()
    if (codeId) await db.updateTable("gift_codes").set({ held_cents: 0, uses: 0 }).where("id", "=", codeId).execute()
  })
}

import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { test } from "node:test"
import { refundPurchase } from "#domains/handover/index.ts"
import { rowsOf, valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { openStripeTill, type StripeTill } from "./stripe-till.ts"

async function sold(shop: StripeTill): Promise<{ id: string; sessionId: string }> {
  const { sessionId } = (await shop.checkout({})).body
  shop.standIn.pay(sessionId)
  assert.equal((await shop.post(`${shop.pay}/verify`, { sessionId })).body.fulfilled, true)
  await shop.work()
  const [purchase] = await shop.purchases()
  return { id: purchase?.id ?? "", sessionId }
}

onBothDatabases("a fault of the account is not the buyer's: once mended, the same request works", async (t, kind) => {
  const shop = await openStripeTill(t, kind)
  for (const fault of ["400", "401", "402-stored", "403", "too-small"] as const) {
    const wish = { buyerEmail: `${fault}@example.com` }
    const key = randomUUID()
    shop.break(fault)
    const refused = await shop.checkout(wish, key)
    const mended = await shop.checkout(wish, key)

    assert.deepEqual([refused.status, refused.body.error.code], [500, "upstream_error"], fault)
    assert.equal(mended.status, 200, fault)
    assert.equal(mended.headers["idempotent-replayed"], undefined)
    const made = (await shop.purchases()).filter(({ buyer_email }) => buyer_email === wish.buyerEmail)
    assert.deepEqual(
      rowsOf(made, "state", "checkout_session_id"),
      [["open", mended.body.sessionId]],
      `${fault}: the purchase went on`,
    )
  }
})

test("a fault that the buyer can correct is a conflict, and ends the purchase", async (t) => {
  const shop = await openStripeTill(t)
  const codeId = await shop.addGiftCode("GIFT-FIVE")

  const address = await shop.checkout({ buyerEmail: "bo@nowhere.invalid" })
  shop.break("too-small")
  const remainder = await shop.checkout({ giftCode: "GIFT-FIVE" })

  for (const { status, body } of [address, remainder]) assert.deepEqual([status, body.error.code], [409, "conflict"])
  assert.ok((await shop.purchases()).every(({ state }) => state === "failed"))
  assert.equal((await shop.giftCode(codeId)).held_cents, 0)
  assert.equal((await shop.stock()).units_taken, 0)
})

onBothDatabases(
  "a checkout that the account cannot take, once abandoned, gives back what it holds",
  async (t, kind) => {
    const shop = await openStripeTill(t, kind, { stockLimit: 1 })
    const codeId = await shop.addGiftCode("GIFT-FIVE")
    shop.break("400", "", 99)
    const key = randomUUID()
    assert.equal((await shop.checkout({ giftCode: "GIFT-FIVE" }, key)).status, 500)
    shop.advance(10 * 60_000)
    await shop.reconcile()
    assert.equal((await shop.stock()).units_taken, 1, "its buyer may come back")

    shop.advance(5 * 60_000)
    await shop.reconcile()

    assert.deepEqual(valuesOf(await shop.purchases(), "state"), ["failed"])
    assert.equal((await shop.stock()).units_taken, 0)
    assert.equal((await shop.giftCode(codeId)).held_cents, 0)
    shop.standIn.faults.length = 0
    assert.equal((await shop.checkout({ giftCode: "GIFT-FIVE" }, key)).status, 200, "the same request begins again")
  },
)

test("a checkout session that the account cannot show leaves the buyer waiting, and is handed over once it can", async (t) => {
  const shop = await openStripeTill(t)
  const { sessionId } = (await shop.checkout({})).body
  shop.standIn.pay(sessionId)
  for (const fault of ["401", "403", "400", "missing"] as const) {
    shop.break(fault)
    const { status, body } = await shop.post(`${shop.pay}/verify`, { sessionId }, { "idempotency-key": randomUUID() })
    assert.deepEqual([status, body.error.code], [500, "upstream_error"], fault)
  }

  assert.equal((await shop.post(`${shop.pay}/verify`, { sessionId })).body.fulfilled, true)
})

test("a refund waits until the account is mended, however long that takes", async (t) => {
  const shop = await openStripeTill(t)
  const { id, sessionId } = await sold(shop)
  shop.break("403", "/v1/refunds", 15)
  await shop.act("admin", refundPurchase, { id })
  for (let round = 0; shop.standIn.faults.length > 0; round += 1) {
    assert.ok(round < 60)
    await shop.work()
    shop.advance(60 * 60_000)
    await shop.reconcile()
  }
  shop.advance(60 * 60_000)
  await shop.reconcile()

  const [purchase] = await shop.purchases()
  assert.deepEqual([purchase?.state, purchase?.refunded_cents], ["refunded", 1900])
  assert.equal((await shop.app.payments.findCheckoutSession({ id: "installation" }, sessionId))?.refundedCents, 1900)
})

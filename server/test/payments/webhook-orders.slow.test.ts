import assert from "node:assert/strict"
import { test } from "node:test"
import { orders } from "#test/support/basics/orders.ts"
import { soldShop } from "./sold-shop.ts"

test("completed, succeeded, expired and refunded in all 24 orders, one by one: the money is back, the files are not out", async (t) => {
  for (const order of orders([0, 1, 2, 3])) {
    const shop = await soldShop(t, { isRefunded: true })
    for (const at of order) await shop.post(shop.sent.slice(at, at + 1))
    shop.advance(61_000)
    await shop.work()

    const { state, refunded_cents } = await shop.purchase()
    assert.deepEqual([state, refunded_cents], ["refunded", 1900], `order ${order}`)
    const mails = shop.receipts()
    assert.equal(mails.length, 1, `order ${order}: the buyer is mailed once`)
    assert.doesNotMatch(mails[0] ?? "", /\/delivery\//, `order ${order}: and gets no files`)
  }
})

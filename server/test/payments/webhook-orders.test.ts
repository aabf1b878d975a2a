import assert from "node:assert/strict"
import { test } from "node:test"
import { orders } from "#test/support/basics/orders.ts"
import { soldShop } from "./sold-shop.ts"

test("completed, succeeded and expired in all 6 orders, each of them twice: handed over once", async (t) => {
  for (const order of orders([0, 1, 2])) {
    const shop = await soldShop(t, { isRefunded: false })
    const webhooks = order.flatMap((at) => shop.sent[at] ?? [])
    assert.equal(webhooks.length, 3)
    await shop.post([...webhooks, ...webhooks])

    const { state } = await shop.purchase()
    assert.deepEqual([state, shop.receipts().length], ["fulfilled", 1], `order ${order}`)
  }
})

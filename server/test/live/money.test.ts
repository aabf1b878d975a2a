import assert from "node:assert/strict"
import { describe } from "node:test"
import { refundPurchase } from "#domains/handover/index.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { openTill, type Till } from "#test/support/selling/till.ts"
import { watchChanges } from "#test/support/workspace/watch-changes.ts"

const card = { card: "4242424242424242" }

async function opened(till: Till): Promise<string> {
  return (await till.checkout({})).sessionId ?? ""
}

async function only(till: Till) {
  const [purchase] = await till.purchases()
  assert.ok(purchase)
  return purchase
}

describe("the workspace's pages are notified", () => {
  onBothDatabases("of a sale by webhook, and of its refund when the money is back", async (t, kind) => {
    const till = await openTill(t, kind)
    const { kinds } = watchChanges(till)
    await kinds()

    const sessionId = await opened(till)
    assert.deepEqual(await kinds(), ["purchases"], "a checkout was opened")
    await till.sandbox.pay(sessionId, card)
    assert.deepEqual(await kinds(), [], "nothing has come in yet")
    await till.deliver()
    assert.equal((await only(till)).state, "fulfilled")
    assert.deepEqual(await kinds(), ["purchases"])

    await till.act("owner", refundPurchase, { id: (await only(till)).id })
    assert.deepEqual(await kinds(), ["purchases"], "it is under way")
    await till.work()
    assert.equal((await only(till)).state, "refunded")
    assert.deepEqual(await kinds(), ["purchases"], "it has arrived")
  })

  onBothDatabases("of a sale that the buyer's page verifies, and of a checkout that ends unpaid", async (t, kind) => {
    const till = await openTill(t, kind)
    const { kinds } = watchChanges(till)
    const sessionId = await opened(till)
    await till.sandbox.pay(sessionId, card)
    await kinds()
    await till.verify(sessionId)
    assert.deepEqual(await kinds(), ["purchases"])
    await till.verify(sessionId)
    assert.deepEqual(await kinds(), [], "a page that asks again changes nothing")

    await till.checkout({ buyerEmail: "cy@example.com" })
    await kinds()
    till.clock.advance(2 * 86_400_000)
    await till.reconcile()
    assert.ok((await kinds()).includes("purchases"))
  })

  onBothDatabases("of a gift that is redeemed", async (t, kind) => {
    const till = await openTill(t, kind)
    await till.addGiftCode("FULL", { kind: "full" })
    const { kinds } = watchChanges(till)
    await kinds()
    assert.equal((await till.gift({ code: "FULL", buyerEmail: "bo@example.com" })).type, "full")
    assert.deepEqual(await kinds(), ["purchases"])
  })

  onBothDatabases("of unclear money", async (t, kind) => {
    const till = await openTill(t, kind)
    const { kinds } = watchChanges(till)
    const sessionId = await opened(till)
    await till.sandbox.pay(sessionId, card)
    await till.app.database.transaction((db) =>
      db.updateTable("purchases").set({ amount_cents: 1, unsettled_since: 1 }).execute(),
    )
    await kinds()
    await till.verify(sessionId).catch(() => undefined)
    await till.reconcile()
    assert.ok((await kinds()).includes("money"))
  })
})

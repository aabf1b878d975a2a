import assert from "node:assert/strict"
import { onSqlite } from "#test/support/databases/test-databases.ts"
import { openTill } from "#test/support/selling/till.ts"
import { purchaseEvents } from "./purchase-events.ts"

onSqlite("each turn of a purchase is one event, with the purchase as the transaction left it", async (t, kind) => {
  const till = await openTill(t, kind)
  await till.app.database.transaction((db) => db.updateTable("workspace_clocks").set({ wanted: "*" }).execute())
  const { sessionId = "" } = await till.checkout({ buyerEmail: "bo@example.com" })
  await till.sandbox.pay(sessionId, { card: "4242424242424242" })
  await till.verify(sessionId)
  await till.deliver()
  const turns = ["dispute", "lose_dispute", "appeal_dispute", "win_dispute"] as const
  for (const turn of turns) {
    await till.sandbox.act(sessionId, turn)
    await till.deliver()
  }
  const rows = await till.app.database.read.selectFrom("events").selectAll().orderBy("seq").orderBy("nth").execute()
  assert.deepEqual(
    rows.map(({ type, data }) => [type, JSON.parse(data).state]),
    [
      ["purchase.completed", "fulfilled"],
      ["purchase.disputed", "disputed"],
      ["purchase.dispute_lost", "disputed"],
      ["purchase.disputed", "disputed"],
      ["purchase.dispute_won", "fulfilled"],
    ],
  )
  for (const { type, data, subject } of rows) {
    const { example } = Object.values(purchaseEvents).find((kind) => kind.type === type) ?? assert.fail(type)
    assert.equal(example.state, JSON.parse(data).state, "an example shows the purchase as an event leaves it")
    const parsed = purchaseEvents.completed.data.strict().parse(JSON.parse(data))
    assert.deepEqual([parsed.id, parsed.buyerEmail], [subject, "bo@example.com"])
  }
})

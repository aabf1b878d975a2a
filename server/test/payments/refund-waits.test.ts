import assert from "node:assert/strict"
import { perform, systemContext } from "#access/perform.ts"
import { refundPurchase, reviewUnclearMoney } from "#domains/handover/index.ts"
import { hourMs } from "#kernel/time/units.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { openStripeTill } from "./stripe-till.ts"

async function soldTill(...place: Parameters<typeof openStripeTill>) {
  const till = await openStripeTill(...place)
  const { sessionId } = (await till.checkout({})).body
  till.standIn.pay(sessionId)
  const paidAt = till.app.now()
  till.advance(hourMs)
  await till.post(`${till.pay}/verify`, { sessionId })
  const [purchase] = await till.purchases()
  assert.ok(purchase)
  const unclear = async () => {
    await reviewUnclearMoney(systemContext(till.app))
    return till.app.database.read.selectFrom("unclear_money").selectAll().execute()
  }
  return { ...till, sessionId, purchase, paidAt, unclear }
}

onBothDatabases("paid_at is the time of the charge, not the time when the service noticed it", async (t, kind) => {
  const { purchase, paidAt } = await soldTill(t, kind)

  assert.equal(purchase.state, "fulfilled")
  assert.ok(Math.abs((purchase.paid_at ?? 0) - paidAt) < 60_000, `paid ${purchase.paid_at}, noticed an hour later`)
})

onBothDatabases(
  "a refund that waits at the bank for ten days is never put on the list of unclear money",
  async (t, kind) => {
    const till = await soldTill(t, kind)
    const { id } = till.purchase
    till.standIn.slowBank(true)
    await perform({ app: till.app, caller: till.callers.admin }, refundPurchase, { id })
    await till.work()
    for (let days = 0; days < 10; days++) {
      till.advance(24 * hourMs)
      await till.reconcile()
      assert.deepEqual(await till.unclear(), [])
    }
    assert.equal((await till.purchases())[0]?.state, "refunding")
    till.standIn.slowBank(false)
    till.advance(6 * 60_000)
    await till.reconcile()

    const [purchase] = await till.purchases()
    assert.deepEqual([purchase?.state, purchase?.refunded_cents], ["refunded", 1900])
  },
)

onBothDatabases("a refund that the bank sends back while it waits is unclear again after a day", async (t, kind) => {
  const till = await soldTill(t, kind)
  const { id } = till.purchase
  till.standIn.slowBank(true)
  await perform({ app: till.app, caller: till.callers.admin }, refundPurchase, { id })
  await till.work()
  till.standIn.failRefund(till.standIn.refundsOf(till.sessionId)[0]?.id ?? "")
  till.standIn.faults.push({ kind: "403", path: "/v1/refunds", times: 1_000 })
  for (let hours = 0; hours < 26; hours++) {
    till.advance(hourMs)
    await till.reconcile()
  }

  assert.equal((await till.unclear()).length, 1)
})

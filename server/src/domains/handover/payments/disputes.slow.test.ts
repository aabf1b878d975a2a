import assert from "node:assert/strict"
import { orders } from "#test/support/basics/orders.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { openTill, sell } from "#test/support/selling/till.ts"
import { receivePaymentEvent } from "../events/index.ts"

onBothDatabases(
  "webhooks of a lost, appealed and won dispute lead to the listed state in every order, each sent twice",
  async (t, kind) => {
    const till = await openTill(t, kind)
    for (const order of orders([0, 1, 2, 3])) {
      const sessionId = await sell(till, `bo${order.join("")}@example.com`)
      for (const action of ["dispute", "lose_dispute", "appeal_dispute", "win_dispute"] as const) {
        await till.sandbox.act(sessionId, action)
      }
      const webhooks = till.sandbox.pendingWebhooks()
      for (const place of [...order, ...order]) {
        const webhook = webhooks[place]
        assert.ok(webhook)
        const event = till.sandbox.readEvent({ id: "installation" }, Buffer.from(webhook.body), webhook.headers)
        await receivePaymentEvent(till.cx, "installation", event)
        await till.work()
      }
      const purchase = (await till.purchases()).find(({ checkout_session_id }) => checkout_session_id === sessionId)
      const isOpen = (await till.verify(sessionId)).deliveryUrl !== null
      assert.deepEqual([purchase?.state, purchase?.dispute, isOpen], ["fulfilled", "won", true], `${order}`)
      await till.deliver() // so that the next sale's webhooks wait alone
    }
  },
)

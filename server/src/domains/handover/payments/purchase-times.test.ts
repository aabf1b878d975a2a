import assert from "node:assert/strict"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { openTill, type Till } from "#test/support/selling/till.ts"
import { getPurchase } from "../deliveries/get-purchase.ts"
import { restoreDelivery, revokeDelivery } from "../deliveries/revoke-and-restore-delivery.ts"
import { requestRefund } from "./request-refund.ts"

async function sellOne(till: Till, card = "4242424242424242") {
  const { sessionId = "" } = await till.checkout({})
  await till.sandbox.pay(sessionId, { card })
  await till.verify(sessionId)
  await till.work()
  const [sold] = await till.purchases()
  return { sessionId, id: sold?.id ?? "" }
}

async function timesOf({ act }: Till, id: string) {
  const purchase = await act("member", getPurchase, { id })
  const { revokedAt, restoredAt, disputedAt, disputeEndedAt, refundStartedAt, refundedAt } = purchase
  return [revokedAt, restoredAt, disputedAt, disputeEndedAt, refundStartedAt, refundedAt]
}

function later({ clock }: Till): number {
  clock.advance(1_000)
  return clock.now()
}

onSqlite("a purchase stores when it was revoked, restored, disputed and won", async (t, kind) => {
  const till = await openTill(t, kind)
  const { act, sandbox } = till
  const { id, sessionId } = await sellOne(till)
  assert.deepEqual(await timesOf(till, id), [null, null, null, null, null, null])

  const revoked = later(till)
  await act("admin", revokeDelivery, { id })
  const restored = later(till)
  await act("admin", restoreDelivery, { id })
  later(till)
  await act("admin", restoreDelivery, { id })
  const disputed = later(till)
  await sandbox.act(sessionId, "dispute")
  await till.deliver()
  const won = later(till)
  await sandbox.act(sessionId, "win_dispute")
  await till.deliver()

  assert.deepEqual(await timesOf(till, id), [revoked, restored, disputed, won, null, null])
})

onSqlite("a purchase stores when its refund was requested and when the money was back", async (t, kind) => {
  const till = await openTill(t, kind)
  const { id } = await sellOne(till)

  const asked = later(till)
  await till.cx.atomically((cx) => requestRefund(cx, { id, workspace_id: till.workspaceId }, "Sent twice."))
  const back = later(till)
  await till.work()
  later(till)
  await till.deliver()

  assert.deepEqual(await timesOf(till, id), [null, null, null, null, asked, back])
})

onBothDatabases("a refund that the bank returned has no time of arrival", async (t, kind) => {
  const till = await openTill(t, kind)
  const { id } = await sellOne(till, "4000000000005126")
  await till.cx.atomically((cx) => requestRefund(cx, { id, workspace_id: till.workspaceId }, "Sent twice."))
  await till.work()
  assert.notEqual((await timesOf(till, id)).at(-1), null)

  till.clock.advance(6 * 60_000)
  await till.deliver()

  assert.equal((await till.act("member", getPurchase, { id })).state, "refunding")
  assert.equal((await timesOf(till, id)).at(-1), null)
})

import assert from "node:assert/strict"
import { test } from "node:test"
import type { SandboxAction } from "#adapters/payments/sandbox/buyer.ts"
import { dayMs } from "#kernel/time/units.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { openTill, sell, type Till } from "#test/support/selling/till.ts"
import { linesOf } from "#test/support/workspace/notifications.ts"
import { getPurchase } from "../deliveries/get-purchase.ts"
import { standingOf } from "../purchases/index.ts"
import { requestRefund } from "./request-refund.ts"

async function sold(...place: Parameters<typeof openTill>) {
  const till = await openTill(...place)
  const sessionId = await sell(till, "bo@example.com")
  const only = async () => {
    const [purchase] = await till.purchases()
    assert.ok(purchase)
    return purchase
  }
  const step = async (action: SandboxAction) => {
    await till.sandbox.act(sessionId, action)
    await till.deliver()
  }
  const stands = async () => {
    const { state, dispute } = await only()
    return [state, dispute, (await till.verify(sessionId)).deliveryUrl !== null]
  }
  const receipts = () => till.mails().filter((mail) => /^To:.*bo@example.com/im.test(mail)).length
  return { ...till, sessionId, only, step, stands, receipts }
}

onBothDatabases(
  "a delivery is suspended and restored as disputes of its charge are lost, appealed, won and opened again",
  async (t, kind) => {
    const till = await sold(t, kind)
    const first = (await till.verify(till.sessionId)).deliveryUrl
    const course: [SandboxAction, string, string, boolean][] = [
      ["dispute", "disputed", "open", false],
      ["answer_dispute", "disputed", "open", false],
      ["lose_dispute", "disputed", "lost", false],
      ["appeal_dispute", "disputed", "open", false],
      ["lose_dispute", "disputed", "lost", false],
      ["appeal_dispute", "disputed", "open", false],
      ["win_dispute", "fulfilled", "won", true],
      ["dispute", "disputed", "open", false],
      ["lose_dispute", "disputed", "lost", false],
    ]
    for (const [n, [action, ...expected]] of course.entries()) {
      till.clock.advance(1_000)
      const receipts = till.receipts()
      await till.step(action)
      assert.deepEqual(await till.stands(), expected, `${n}: ${action}`)
      assert.equal(till.receipts(), receipts + (action === "win_dispute" ? 1 : 0), `${n}: ${action}`)
      if (action !== "win_dispute") continue
      assert.notEqual((await till.verify(till.sessionId)).deliveryUrl, first, "the old link ended with the loss")
      const mails = till.mails().filter((mail) => /^To:.*bo@example.com/im.test(mail))
      assert.match(mails.at(-1) ?? "", /Subject: Your receipt/, "the buyer gets the new one")
    }
    const { disputes } = await till.act("member", getPurchase, { id: (await till.only()).id })
    assert.deepEqual(
      disputes.map(({ state, amountCents, reason }) => [state, amountCents, reason]),
      [
        ["won", 1900, "fraudulent"],
        ["lost", 1900, "fraudulent"],
      ],
    )
  },
)

onBothDatabases("an inquiry notifies once and suspends nothing; a prevented dispute does neither", async (t, kind) => {
  const till = await sold(t, kind)
  await till.step("inquire")
  assert.deepEqual(await till.stands(), ["fulfilled", null, true])
  await till.step("close_inquiry")
  await till.step("prevent_dispute")

  assert.deepEqual(await till.stands(), ["fulfilled", null, true])
  assert.deepEqual(
    (await linesOf(till, "member")).filter((line) => !line.startsWith("Sold")),
    ["Bank inquiry: Type specimen"],
  )
})

for (const [who, meanwhile, stand] of [
  ["the buyer", async () => {}, [["fulfilled", true]]],
  ["a buyer who bought again", (till: Till) => sell(till, "bo@example.com"), [["fulfilled", false], ["fulfilled", true]]], // biome-ignore format: one case
  ["a buyer who is buying again", (till: Till) => till.checkout({}), [["fulfilled", true], ["open", false]]], // biome-ignore format: one case
] as const) {
  onSqlite(`after a dispute that was lost and won on appeal ${who} owns the offer once`, async (t, kind) => {
    const till = await sold(t, kind)
    await till.step("dispute")
    await till.step("lose_dispute")
    till.clock.advance(1_000)
    await meanwhile(till)
    await till.step("appeal_dispute")
    await till.step("win_dispute")
    const stands = (await till.purchases()).map(({ state, owner_key }) => [state, owner_key !== null])
    assert.deepEqual(stands, stand)
    assert.equal((await till.checkout({})).alreadyOwned, true)
  })
}

onBothDatabases("a refund during a dispute that is lost and then won on appeal is carried out", async (t, kind) => {
  const till = await sold(t, kind)
  await till.sandbox.act(till.sessionId, "dispute")
  await till.cx.atomically(async (cx) => requestRefund(cx, await till.only(), "The seller gave it back."))
  await till.deliver()
  await till.step("lose_dispute")
  assert.deepEqual(await till.stands(), ["disputed", "lost", false])
  await till.step("appeal_dispute")
  const receipts = till.receipts()
  await till.step("win_dispute")
  assert.equal(till.receipts(), receipts, "a purchase that is being refunded is not delivered again")
  till.clock.advance(3_600_000)
  await till.reconcile()

  assert.deepEqual(await till.stands(), ["refunded", "won", false])
  assert.equal((await till.sandbox.findCheckoutSession({ id: "installation" }, till.sessionId))?.refundedCents, 1900)
})

onSqlite("a refund that was given up during a dispute is carried out when the dispute ends", async (t, kind) => {
  const till = await sold(t, kind)
  await till.sandbox.act(till.sessionId, "dispute")
  await till.cx.atomically(async (cx) => requestRefund(cx, await till.only(), "The seller gave it back."))
  await till.deliver()
  await till.app.database.transaction(async (db) => {
    await db.deleteFrom("jobs").execute()
    await db.updateTable("purchases").set({ refund_tries: 10 }).execute()
  })

  await till.step("win_dispute")

  assert.deepEqual(await till.stands(), ["refunded", "won", false])
})

onBothDatabases(
  "a delivery that its seller revoked stays revoked when a lost dispute is won on appeal",
  async (t, kind) => {
    const till = await sold(t, kind)
    await till.app.database.transaction((db) =>
      db.updateTable("purchases").set({ revoked_at: 5, delivery_revoked_at: 5 }).execute(),
    )
    const receipts = till.receipts()
    for (const action of ["dispute", "lose_dispute", "appeal_dispute", "win_dispute"] as const) await till.step(action)

    assert.deepEqual(await till.stands(), ["fulfilled", "won", false])
    assert.equal(till.receipts(), receipts)
  },
)

onSqlite("one wrong answer about disputes neither ends a delivery nor brings it back", async (t, kind) => {
  const till = await sold(t, kind)
  await till.sandbox.act(till.sessionId, "dispute")
  till.sandbox.planFault({ operation: "listDisputes", kind: "wrong-answer" })
  await till.deliver()
  assert.deepEqual(await till.stands(), ["fulfilled", null, true], "two answers differ")
  till.clock.advance(60_000)
  await till.work()
  assert.deepEqual(await till.stands(), ["disputed", "open", false])

  till.sandbox.planFault({ operation: "listDisputes", kind: "wrong-ending" })
  await till.step("answer_dispute")
  assert.deepEqual(await till.stands(), ["disputed", "open", false])
})

onBothDatabases("without any event, a refund is found after 30 days and a dispute after 90", async (t, kind) => {
  const till = await sold(t, kind)
  const { payment_id } = await till.only()
  const part = { paymentId: payment_id ?? "", amountCents: 400, idempotencyKey: "part" }
  await till.sandbox.refund({ id: "installation" }, part)
  till.clock.advance(29 * dayMs)
  await till.reconcile()
  assert.equal((await till.only()).refunded_cents, 0)
  till.clock.advance(dayMs)
  await till.reconcile()
  assert.deepEqual([(await till.only()).refunded_cents, ...(await till.stands())], [400, "fulfilled", null, true])

  await till.sandbox.act(till.sessionId, "dispute")
  till.clock.advance(60 * dayMs)
  await till.reconcile()
  assert.deepEqual(await till.stands(), ["disputed", "open", false])
})

test("the disputes of a charge combine to: money at stake, then the last decision", () => {
  const comesTo = (...states: Parameters<typeof standingOf>[0][number]["state"][]) =>
    standingOf(states.map((state) => ({ state })))
  assert.equal(comesTo(), null)
  assert.equal(comesTo("inquiry", "closed", "prevented"), null)
  assert.equal(comesTo("won", "lost"), "lost")
  assert.equal(comesTo("lost", "won", "closed"), "won")
  for (const state of ["open", "answered", "appealed"] as const) assert.equal(comesTo(state, "lost", "won"), "open")
})

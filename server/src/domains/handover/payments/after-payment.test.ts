import assert from "node:assert/strict"
import { test } from "node:test"
import type { PaymentEvent } from "#adapters/payments/port.ts"
import { orders } from "#test/support/basics/orders.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { openTill, type Till } from "#test/support/selling/till.ts"
import { linesOf } from "#test/support/workspace/notifications.ts"
import { receivePaymentEvent } from "../events/index.ts"
import { fulfilPurchase } from "./fulfil-purchase.ts"
import { processRefund } from "./process-refund.ts"
import { maxRefundTries } from "./reconcile-store.ts"
import { requestRefund } from "./request-refund.ts"
import { expireCheckoutSession } from "./settle-purchase.ts"

const processorAccount = { id: "installation" } as const

async function sold(till: Till, card = "4242424242424242", wish = {}) {
  const { sessionId = "" } = await till.checkout(wish)
  await till.sandbox.pay(sessionId, { card })
  await till.verify(sessionId)
  await till.work()
  return { sessionId, ...(await only(till)) }
}

async function only(till: Till) {
  const [purchase] = await till.purchases()
  assert.ok(purchase)
  return purchase
}

const refund = (till: Till, id: string) =>
  till.cx.atomically((cx) => requestRefund(cx, { id, workspace_id: till.workspaceId }, "The seller gave it back."))

test("a checkout that is paid before it is ended is delivered", async (t) => {
  const till = await openTill(t)
  const { sessionId = "" } = await till.checkout({})
  await till.sandbox.pay(sessionId, { card: "4242424242424242" })

  await expireCheckoutSession(till.cx, { purchaseId: (await only(till)).id })

  assert.equal((await only(till)).state, "fulfilled")
})

onBothDatabases("a refund ends the delivery at once and returns money, unit and gift", async (t, kind) => {
  const till = await openTill(t, kind)
  const codeId = await till.addGiftCode("FIVE")
  const { id, sessionId } = await sold(till, undefined, { giftCode: "FIVE" })

  assert.equal(await refund(till, id), true)
  const refunding = await only(till)
  assert.equal(refunding.state, "refunding")
  assert.notEqual(refunding.delivery_revoked_at, null)
  assert.equal(refunding.delivery_generation, 2)
  assert.equal(await refund(till, id), false)

  await till.work()
  const refunded = await only(till)
  assert.deepEqual([refunded.state, refunded.refunded_cents, refunded.owner_key], ["refunded", 1400, null])
  assert.equal((await till.sandbox.findCheckoutSession(processorAccount, sessionId))?.refundedCents, 1400)
  assert.equal((await till.giftCode(codeId)).spent_cents, 0)
  assert.equal((await till.stock()).units_taken, 0)
  assert.deepEqual(await till.verify(sessionId), { paid: true, pending: false, fulfilled: true, deliveryUrl: null })
  assert.ok((await till.checkout({})).sessionId, "the address may buy it again")
})

test("a buyer whose second payment cannot be delivered is mailed about its refund", async (t) => {
  const till = await openTill(t)
  const rivals = await till.openRivals(2)
  for (const sessionId of rivals) await till.sandbox.pay(sessionId, { card: "4242424242424242" })
  for (const sessionId of rivals) await till.verify(sessionId)
  await till.work()

  const mails = till.mails().filter((mail) => /^To:.*bo@example.com/im.test(mail))
  assert.equal(mails.filter((mail) => /^Subject: .*receipt/im.test(mail)).length, 1)
  assert.equal(mails.filter((mail) => /^Subject: Your refund/im.test(mail)).length, 1)
  const lines = ["Refunded: Type specimen", "Sold: Type specimen for $19.00"]
  assert.deepEqual([...(await linesOf(till, "member"))].sort(), lines, "the seller need not know")
})

test("a payment whose dispute was lost before its delivery is not delivered, and the address may buy again", async (t) => {
  const till = await openTill(t)
  const { id, sessionId } = await sold(till)
  await till.app.database.transaction((db) =>
    db.updateTable("purchases").set({ state: "paid", fulfilled_at: null, owner_key: null, dispute: "lost" }).execute(),
  )

  await fulfilPurchase(till.cx, { id, workspace_id: till.workspaceId })

  const { state, reason } = await only(till)
  assert.deepEqual([state, reason], ["disputed", "The buyer's bank reversed the payment."])
  assert.equal((await till.verify(sessionId)).deliveryUrl, null)
  assert.notEqual((await till.checkout({})).sessionId, sessionId)
})

test("a dispute that is lost during a refund ends the refund: the bank has returned the money", async (t) => {
  const till = await openTill(t)
  const { id, sessionId } = await sold(till)
  await till.sandbox.act(sessionId, "dispute")
  await refund(till, id)
  await till.work()
  assert.equal((await only(till)).state, "refunding", "the processor pays nothing back while the bank decides")

  await till.sandbox.act(sessionId, "lose_dispute")
  await till.deliver()
  assert.deepEqual([(await only(till)).state, (await only(till)).dispute], ["disputed", "lost"])
})

test("a refund whose answers get lost is paid once; only a definite answer counts as a try", async (t) => {
  for (const [kind, tries] of [
    ["lost-answer", 0],
    ["timeout", 0],
    ["server-error-stored", 1],
    ["server-error-stored-late", 1],
    ["malformed", 0],
  ] as const) {
    const till = await openTill(t)
    const { id, sessionId } = await sold(till)
    till.sandbox.planFault({ operation: "refund", kind })
    await refund(till, id)
    await till.work()
    till.clock.advance(10 * 60_000)
    await till.work()

    const { state, refund_tries } = await only(till)
    assert.deepEqual([state, refund_tries], ["refunded", tries], kind)
    assert.equal((await till.sandbox.findCheckoutSession(processorAccount, sessionId))?.refundedCents, 1900, kind)
  }
})

test("a refund that the bank returns is retried, not for ever, and the seller sees it", async (t) => {
  const till = await openTill(t)
  const { id } = await sold(till, "4000000000005126")
  await refund(till, id)
  for (let round = 0; round < 30; round += 1) {
    await till.deliver()
    till.clock.advance(6 * 60_000)
    await till.deliver()
    await till.reconcile()
  }

  const { state, reason, refunded_cents, refund_tries } = await only(till)
  assert.deepEqual([state, refunded_cents, refund_tries], ["refunding", 0, maxRefundTries])
  assert.match(reason ?? "", /Pay the buyer another way/)
})

test("a job that refunds has no effect on a sale that is not being refunded, or was settled outside", async (t) => {
  const till = await openTill(t)
  const { id, sessionId } = await sold(till)
  await processRefund(till.cx, { purchaseId: id })
  await processRefund(till.cx, { purchaseId: "purchase_unknown" })
  const outside = { state: "refunding", settled_outside_at: till.clock.now() } as const
  await till.app.database.transaction((db) => db.updateTable("purchases").set(outside).execute())
  await processRefund(till.cx, { purchaseId: id })

  assert.equal((await till.sandbox.findCheckoutSession(processorAccount, sessionId))?.refundedCents, 0)
  assert.equal((await only(till)).refunded_cents, 0)
})

test("a partial refund keeps the delivery; the refund of the rest ends it, wherever it began", async (t) => {
  const till = await openTill(t)
  const { payment_id, sessionId } = await sold(till)
  const pay = (amountCents: number, idempotencyKey: string) =>
    till.sandbox.refund(processorAccount, { paymentId: payment_id ?? "", amountCents, idempotencyKey })

  await pay(400, "part")
  await till.deliver()
  assert.deepEqual([(await only(till)).state, (await only(till)).refunded_cents], ["fulfilled", 400])
  assert.match((await till.verify(sessionId)).deliveryUrl ?? "", /\/delivery\//)

  await pay(1500, "rest")
  await till.deliver()
  assert.deepEqual([(await only(till)).state, (await only(till)).refunded_cents], ["refunded", 1900])
  assert.equal((await till.verify(sessionId)).deliveryUrl, null)
})

onSqlite("a dispute suspends the delivery, winning restores it, losing ends it", async (t, kind) => {
  for (const end of ["win_dispute", "lose_dispute"] as const) {
    const till = await openTill(t, kind)
    const { sessionId } = await sold(till)
    const before = (await till.verify(sessionId)).deliveryUrl
    await till.sandbox.act(sessionId, "dispute")
    await till.deliver()
    assert.equal((await only(till)).state, "disputed")
    assert.equal((await till.verify(sessionId)).deliveryUrl, null)
    assert.equal(await refund(till, (await only(till)).id), false, "the bank has the last word")

    await till.sandbox.act(sessionId, end)
    await till.deliver()
    const { state, dispute, owner_key } = await only(till)
    const isWon = end === "win_dispute"
    assert.deepEqual([state, dispute], isWon ? ["fulfilled", "won"] : ["disputed", "lost"])
    assert.equal(owner_key !== null, isWon)
    assert.equal((await till.verify(sessionId)).deliveryUrl, isWon ? before : null)
    const sentences = ["Disputed: Type specimen", "Sold: Type specimen for $19.00"]
    assert.deepEqual([...(await linesOf(till, "member"))].sort(), sentences)
    assert.deepEqual(await linesOf(till, "viewer"), [])
  }
})

test("a dispute of an undelivered payment, when won, lets it be delivered, unless the amount is wrong", async (t) => {
  for (const [charged_cents, expected] of [
    [1900, "fulfilled"],
    [1800, "fulfil_failed"],
  ] as const) {
    const till = await openTill(t)
    const { sessionId } = await sold(till)
    await till.sandbox.act(sessionId, "dispute")
    await till.deliver()
    await till.app.database.transaction((db) =>
      db.updateTable("purchases").set({ fulfilled_at: null, owner_key: null, charged_cents }).execute(),
    )

    await till.sandbox.act(sessionId, "win_dispute")
    await till.deliver()
    assert.equal((await only(till)).state, expected)
  }
})

test("completed, expired, refunded and dispute events in any order, each twice, refund and deliver once", async (t) => {
  const till = await openTill(t)
  const all = orders([0, 1, 2, 3])
  for (const [n, order] of all.entries()) {
    const { sessionId = "" } = await till.checkout({ buyerEmail: `buyer${n}@example.com` })
    await till.sandbox.pay(sessionId, { card: "4242424242424242" })
    const paymentId = (await till.sandbox.findCheckoutSession(processorAccount, sessionId))?.paymentId ?? ""
    await till.sandbox.refund(processorAccount, { paymentId, amountCents: 1900, idempotencyKey: `refund-${n}` })
    const events: PaymentEvent[] = [
      { id: `completed-${n}`, live: false, kind: "checkout-session", checkoutSessionId: sessionId },
      { id: `expired-${n}`, live: false, kind: "checkout-session", checkoutSessionId: sessionId },
      { id: `refunded-${n}`, live: false, kind: "refund", paymentId },
      { id: `dispute-${n}`, live: false, kind: "dispute", paymentId },
    ]
    for (const place of [...order, ...order]) {
      await receivePaymentEvent(till.cx, "installation", events[place] as PaymentEvent)
      await till.work()
    }
  }
  till.clock.advance(3 * 60_000)
  await till.work()

  const purchases = await till.purchases()
  t.diagnostic(`${all.length} orders of 4 events, each event twice`)
  assert.equal(purchases.length, all.length)
  assert.deepEqual([...new Set(purchases.map(({ state }) => state))], ["refunded"])
  assert.ok(
    purchases.every(({ fulfilled_at }) => fulfilled_at === null),
    "what was paid back is never handed over",
  )
  const waiting = await till.app.database.read
    .selectFrom("payment_events")
    .selectAll()
    .where("applied_at", "is", null)
    .execute()
  assert.deepEqual(waiting, [])
})

test("the event of a dispute's beginning that comes after its end changes nothing", async (t) => {
  const till = await openTill(t)
  const { sessionId } = await sold(till)
  await till.deliver()
  for (const action of ["dispute", "win_dispute"] as const) await till.sandbox.act(sessionId, action)
  for (const { body, headers } of till.sandbox.pendingWebhooks().reverse()) {
    const event = till.sandbox.readEvent(processorAccount, Buffer.from(body), headers)
    await receivePaymentEvent(till.cx, "installation", event)
    await till.work()
  }
  assert.deepEqual([(await only(till)).state, (await only(till)).dispute], ["fulfilled", "won"])
})

test("an event of another account, or about another sale there, changes nothing and is dropped", async (t) => {
  const till = await openTill(t)
  const { payment_id } = await sold(till)
  const lost = { live: false, kind: "dispute" } as const
  await receivePaymentEvent(till.cx, "account_other", { id: "a", ...lost, paymentId: payment_id ?? "" })
  await receivePaymentEvent(till.cx, "installation", { id: "b", ...lost, paymentId: "pi_other" })
  for (let hours = 0; hours < 60; hours += 1) {
    await till.work()
    till.clock.advance(3_600_000)
  }

  assert.equal((await only(till)).state, "fulfilled")
  assert.deepEqual(await till.app.database.read.selectFrom("jobs").select("kind").execute(), [])
})

onBothDatabases("a paid purchase whose webhooks all got lost is found by the reconciler", async (t, kind) => {
  const till = await openTill(t, kind)
  const { sessionId = "" } = await till.checkout({})
  await till.sandbox.pay(sessionId, { card: "4242424242424242" })
  await till.reconcile()
  assert.equal((await only(till)).state, "open", "it is left alone at first")

  till.clock.advance(6 * 60_000)
  await till.reconcile()
  assert.equal((await only(till)).state, "fulfilled")
})

test("the reconciler delivers a recorded payment even if the processor is down", async (t) => {
  const till = await openTill(t)
  const { sessionId = "" } = await till.checkout({})
  await till.sandbox.pay(sessionId, { card: "4242424242424242" })
  const checkoutSession = await till.sandbox.findCheckoutSession(processorAccount, sessionId)
  const set = { state: "paid", payment_id: checkoutSession?.paymentId, charged_cents: 1900, paid_at: 1 } as const
  await till.app.database.transaction((db) => db.updateTable("purchases").set(set).execute())
  till.sandbox.planFault({ operation: "any", kind: "timeout", times: 100 })

  till.clock.advance(2 * 60_000)
  await till.reconcile()
  assert.equal((await only(till)).state, "fulfilled")
})

test("a buyer who leaves holds nothing once the processor has ended the checkout session", async (t) => {
  const till = await openTill(t, "sqlite", { stockLimit: 1 })
  const codeId = await till.addGiftCode("FIVE")
  await till.checkout({ giftCode: "FIVE" })
  till.clock.advance(44 * 60_000)
  await till.reconcile()
  assert.equal((await till.stock()).units_taken, 1, "it can still be paid")

  const doubt = { unsettled_since: till.clock.now() }
  await till.app.database.transaction((db) => db.updateTable("purchases").set(doubt).execute())
  till.clock.advance(7 * 60_000)
  await till.reconcile()
  const { state, unsettled_since } = await only(till)
  assert.deepEqual([state, unsettled_since], ["expired", null])
  assert.equal((await till.stock()).units_taken, 0)
  assert.equal((await till.giftCode(codeId)).held_cents, 0)
})

onSqlite(
  "a late payment whose gift code others have used up is refunded, and its code gives nothing",
  async (t, kind) => {
    const till = await openTill(t, kind)
    const codeId = await till.addGiftCode("FIVE")
    const { sessionId = "" } = await till.checkout({ buyerEmail: "bo@example.com", giftCode: "FIVE" })
    await till.sandbox.pay(sessionId, { card: "4242424242424242" })
    await till.app.database.transaction(async (db) => {
      const released = { state: "expired", gift_state: "released", unit_released_at: 1, checkout_key: null } as const
      await db.updateTable("purchases").set(released).execute()
      await db.updateTable("gift_codes").set({ held_cents: 0, spent_cents: 500, uses: 1 }).execute()
    })
    const before = await till.giftCode(codeId)

    await till.verify(sessionId)
    await till.work()

    const purchase = await only(till)
    assert.deepEqual([purchase.state, purchase.refunded_cents], ["refunded", purchase.charged_cents])
    assert.match(String(purchase.reason), /gift code was used for another purchase/)
    assert.deepEqual(await till.giftCode(codeId), before)
  },
)

import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { type CheckoutSession, ProcessorError } from "#adapters/payments/port.ts"
import { dayMs } from "#kernel/time/units.ts"
import { rowsOf, valuesOf } from "#test/support/basics/values-of.ts"
import { type DatabaseKind, onBothDatabases } from "#test/support/databases/test-databases.ts"
import { mailsTo } from "#test/support/formats/mails-to.ts"
import { insertPurchase, offerOnSale } from "#test/support/selling/shop.ts"
import { browser, type Till, tillOf } from "#test/support/selling/till.ts"
import { linesOf } from "#test/support/workspace/notifications.ts"
import { insertMember, insertWorkspace, world } from "#test/support/worlds/world.ts"
import { refundPurchase } from "../payments/refund-purchase.ts"
import { settlePurchase } from "../payments/settle-purchase.ts"
import { listOwnUnclearMoney } from "./list-own-unclear-money.ts"
import { listUnclearMoney } from "./list-unclear-money.ts"
import { reviewUnclearMoney } from "./review-unclear-money.ts"
import { settleOwnUnclearMoney } from "./settle-own-unclear-money.ts"
import { settleUnclearMoney } from "./settle-unclear-money.ts"

const processorAccount = { id: "installation" } as const
const operator = "owner@operations.example"

async function openTill(t: TestContext, kind: DatabaseKind = "sqlite", changes = {}) {
  const studio = await world(t, kind, { operators: [operator] })
  const sold = await offerOnSale(studio, changes)
  const till = tillOf(studio, { id: sold.id, key: sold.shortKey ?? "" })
  const operations = await insertWorkspace(studio.app, "operations", "Operations")
  return Object.assign(till, {
    operator: await insertMember(studio.app, { workspaceId: operations, slug: "operations" }, "owner"),
  })
}

type OurTill = Awaited<ReturnType<typeof openTill>>

async function paidCheckoutSession(till: Till, wish = {}) {
  const { sessionId = "" } = await till.checkout(wish)
  await till.sandbox.pay(sessionId, { card: "4242424242424242" })
  return sessionId
}

/** Makes the processor's answers about checkout sessions wrong, until the returned function is called. */
function lie(till: Till, change: Partial<CheckoutSession>) {
  const { findCheckoutSession, expireCheckoutSession } = till.app.payments
  Object.assign(till.app.payments, {
    findCheckoutSession: async (...args: Parameters<typeof findCheckoutSession>) => {
      const checkoutSession = await findCheckoutSession(...args)
      return checkoutSession && { ...checkoutSession, ...change }
    },
    expireCheckoutSession: async (...args: Parameters<typeof expireCheckoutSession>) => ({
      ...(await expireCheckoutSession(...args)),
      ...change,
    }),
  })
  return () => Object.assign(till.app.payments, { findCheckoutSession, expireCheckoutSession })
}

/** Makes only the next answer about a checkout session wrong. */
function lieOnce(till: Till, change: Partial<CheckoutSession>) {
  const { findCheckoutSession } = till.app.payments
  Object.assign(till.app.payments, {
    findCheckoutSession: async (...args: Parameters<typeof findCheckoutSession>) => {
      Object.assign(till.app.payments, { findCheckoutSession })
      const checkoutSession = await findCheckoutSession(...args)
      return checkoutSession && { ...checkoutSession, ...change }
    },
  })
}

async function only(till: Till) {
  const [purchase] = await till.purchases()
  assert.ok(purchase)
  return purchase
}

/** Runs the reconciler for a while, every few minutes. */
async function letPass(till: Till, minutes: number, stepMinutes = 15) {
  for (let passed = 0; passed < minutes; passed += stepMinutes) {
    till.clock.advance(stepMinutes * 60_000)
    await till.reconcile()
  }
}

/** A payment whose answers were wrong for so long that it is on the list. */
async function unclear(till: OurTill, change: Partial<CheckoutSession> = { amountCents: 1 }, wish = {}) {
  const sessionId = await paidCheckoutSession(till, wish)
  const stop = lie(till, change)
  await till.verify(sessionId)
  await letPass(till, 90)
  const { items } = await till.act("admin", listOwnUnclearMoney, {})
  const entry = items.find((item) => item.sessionId === sessionId)
  assert.ok(entry)
  return { sessionId, entry, stop }
}

const subjectsTo = (till: Till, to: string) => mailsTo(till, to).map(({ subject }) => subject)

for (const [what, change] of Object.entries({
  amount: { amountCents: 1 },
  currency: { currency: "eur" },
  offer: { offerId: "offer_another" },
  "purchase ID": { reference: "purchase_another" },
  mode: { live: true },
  "checkout ID": { id: "cs_sandbox_another" },
})) {
  test(`one answer with a wrong ${what} decides nothing: the next answer delivers the purchase`, async (t) => {
    const till = await openTill(t)
    const sessionId = await paidCheckoutSession(till)
    const stop = lie(till, change)

    assert.deepEqual(await till.verify(sessionId), { paid: false, pending: true })
    const doubted = await only(till)
    assert.equal(doubted.state, "open")
    assert.match(doubted.reason ?? "", new RegExp(`payment's ${what}`))
    await assert.rejects(till.checkout({}), { code: "conflict" }, "nobody is sold what they may have paid for")

    stop()
    till.clock.advance(6 * 60_000)
    await till.reconcile()
    assert.deepEqual([(await only(till)).state, (await only(till)).unsettled_since], ["fulfilled", null])
    assert.equal((await till.verify(sessionId)).fulfilled, true)
    assert.deepEqual(subjectsTo(till, operator), [])
  })
}

onBothDatabases(
  "a payment that never fits is listed and mailed to seller and operator once, and still checked",
  async (t, kind) => {
    const till = await openTill(t, kind)
    const { sessionId, entry, stop } = await unclear(till)

    const purchase = await only(till)
    assert.deepEqual([purchase.state, purchase.charged_cents], ["fulfil_failed", 1])
    assert.deepEqual(
      [entry.purchaseId, entry.amountCents, entry.reason, entry.decision],
      [purchase.id, 1, "The payment's amount doesn't match the checkout.", null],
    )
    await letPass(till, 600, 120)
    assert.deepEqual(subjectsTo(till, operator), ["A payment needs your decision"])
    assert.deepEqual(subjectsTo(till, "owner@studio.example"), ["A payment needs your decision"])
    assert.match(mailsTo(till, operator)[0]?.text ?? "", /Review payments:\nhttp:\S+\/operator\/money\n/)
    assert.match(mailsTo(till, operator)[0]?.text ?? "", /Reason: The payment's amount doesn't match the checkout\./)
    assert.match(mailsTo(till, operator)[0]?.text ?? "", new RegExp(`Purchase ID: ${purchase.id}`))
    assert.match(mailsTo(till, "owner@studio.example")[0]?.html ?? "", /href="http:[^"]+\/studio\/unclear-money"/)
    assert.deepEqual(await linesOf(till, "admin"), ["A payment needs your decision"])
    assert.deepEqual(await linesOf(till, "member"), [], "they could not settle it")
    const answer = await till.verify(sessionId)
    assert.deepEqual({ ...answer, error: "" }, { paid: true, pending: false, fulfilled: false, error: "" })
    assert.match(answer.error ?? "", /The seller has been notified\.$/)
    await assert.rejects(till.checkout({}), { code: "conflict" })

    stop()
    await letPass(till, 26 * 60, 120)
    assert.equal((await only(till)).state, "fulfilled", "the processor's right answer settles it at last")
    const settled = await till.act(till.operator, listUnclearMoney, { isSettled: true })
    assert.deepEqual(rowsOf(settled.items, "settledAs", "decidedBy"), [["delivered", null]])
  },
)

test("the buyer's answer mentions the seller only after the seller was mailed", async (t) => {
  const till = await openTill(t)
  const { send } = till.app.mail
  Object.assign(till.app.mail, { send: () => Promise.reject(new Error("The mail server is down.")) })
  const { sessionId } = await unclear(till)

  assert.doesNotMatch((await till.verify(sessionId)).error ?? "", /notified/)

  Object.assign(till.app.mail, { send })
  await letPass(till, 60)
  assert.match((await till.verify(sessionId)).error ?? "", /The seller has been notified\.$/)
})

test("another purchase's charge in an answer is never refunded for this purchase", async (t) => {
  const till = await openTill(t)
  const other = await paidCheckoutSession(till, { buyerEmail: "cy@example.com" })
  await till.verify(other)
  const paymentId = (await till.sandbox.findCheckoutSession(processorAccount, other))?.paymentId ?? ""
  const { entry } = await unclear(till, { reference: "purchase_another", paymentId })

  assert.equal(entry.paymentId, null)
  await assert.rejects(till.act(till.operator, settleUnclearMoney, { id: entry.id, decision: "refund" }), {
    code: "conflict",
  })
  await letPass(till, 60)
  assert.equal((await till.sandbox.findCheckoutSession(processorAccount, other))?.refundedCents, 0)
})

onBothDatabases("each decision is carried out once, and recorded with its account and time", async (t, kind) => {
  const till = await openTill(t, kind)
  const { act, app, callers } = till
  const [delivered, refunded, outside] = [
    await unclear(till, { amountCents: 1899 }, { buyerEmail: "a@example.com" }),
    await unclear(till, { amountCents: 1899 }, { buyerEmail: "b@example.com" }),
    await unclear(till, { amountCents: 1899 }, { buyerEmail: "c@example.com" }),
  ]
  const decide = (entry: { id: string }, decision: string, caller = callers.admin) =>
    act(caller, settleOwnUnclearMoney, { id: entry.id, decision, note: "Looked it up." })

  const first = await decide(delivered.entry, "deliver")
  assert.deepEqual(
    [first.decision, first.settledAs, first.note, first.decidedAt],
    ["deliver", "delivered", "Looked it up.", app.now()],
  )
  const { accountId } = callers.admin as { accountId: string }
  assert.equal(first.decidedBy, accountId)
  assert.deepEqual(await decide(delivered.entry, "deliver", callers.owner), first, "again changes nothing")
  await assert.rejects(decide(delivered.entry, "refund"), { code: "conflict" })

  const [one, two] = await Promise.all([
    decide(refunded.entry, "refund"),
    decide(refunded.entry, "refund", callers.owner),
  ])
  assert.equal(one.decidedBy, two.decidedBy)
  await assert.rejects(decide(refunded.entry, "outside"), { code: "conflict" }, "it is being given back")
  assert.equal((await decide(outside.entry, "outside")).settledAs, "outside")
  await letPass(till, 60)

  const states = (await till.purchases()).map(({ state, buyer_email }) => [buyer_email, state])
  assert.deepEqual(states, [
    ["a@example.com", "fulfilled"],
    ["b@example.com", "refunded"],
    ["c@example.com", "fulfil_failed"],
  ])
  const backOf = async ({ sessionId }: { sessionId: string }) =>
    (await till.sandbox.findCheckoutSession(processorAccount, sessionId))?.refundedCents
  assert.deepEqual([await backOf(delivered), await backOf(refunded), await backOf(outside)], [0, 1900, 0])
  assert.match((await till.verify(outside.sessionId)).error ?? "", /resolved this payment another way/)
  assert.deepEqual((await act("admin", listOwnUnclearMoney, {})).items, [])
  const record = await act(till.operator, listUnclearMoney, { isSettled: true })
  assert.deepEqual(record.items.map(({ settledAs }) => settledAs).sort(), ["delivered", "outside", "refunded"])
})

test("a delivery that is impossible is refused with the reason, and the payment can be refunded", async (t) => {
  const till = await openTill(t, "sqlite", { stockLimit: 1 })
  const sessionId = await paidCheckoutSession(till)
  const stop = lie(till, { status: "expired", payment: "unpaid", paymentId: null })
  till.clock.advance(6 * 60_000)
  await till.reconcile() // the only unit is free again
  stop()
  await till.checkout({ buyerEmail: "cy@example.com" })
  lie(till, { amountCents: 1 })
  await letPass(till, 6 * 60, 30)
  const [entry] = (await till.act("admin", listOwnUnclearMoney, {})).items
  const decide = (decision: string) => till.act("admin", settleOwnUnclearMoney, { id: entry?.id, decision })

  assert.equal(entry?.sessionId, sessionId)
  await assert.rejects(decide("deliver"), { code: "conflict", message: /^The offer is sold out/ })
  await decide("refund")
  await letPass(till, 30)
  assert.equal((await till.sandbox.findCheckoutSession(processorAccount, sessionId))?.refundedCents, 1900)
})

onBothDatabases("a workspace sees and settles only its own unclear money, operators all of it", async (t, kind) => {
  const till = await openTill(t, kind)
  const { act, callers } = till
  const { entry } = await unclear(till)
  const wish = { id: entry.id, decision: "outside" }

  assert.deepEqual((await act("stranger", listOwnUnclearMoney, {})).items, [])
  await assert.rejects(act("stranger", settleOwnUnclearMoney, wish), { code: "not_found" })
  for (const caller of [callers.owner, callers.stranger]) {
    await assert.rejects(act(caller, listUnclearMoney, {}), { code: "not_found" })
    await assert.rejects(act(caller, settleUnclearMoney, wish), { code: "not_found" })
  }
  for (const caller of [callers.member, callers.viewer]) {
    await assert.rejects(act(caller, listOwnUnclearMoney, {}), { code: "workspace_forbidden" })
  }
  const { items } = await act(till.operator, listUnclearMoney, {})
  assert.deepEqual(valuesOf(items, "id"), [entry.id])
  assert.equal((await act(till.operator, settleUnclearMoney, wish)).settledAs, "outside")
})

test("after a day without an answer about a checkout, people are asked", async (t) => {
  const till = await openTill(t)
  const sessionId = await paidCheckoutSession(till)
  const { findCheckoutSession } = till.app.payments
  Object.assign(till.app.payments, { findCheckoutSession: async () => undefined })
  await letPass(till, 72 * 60, 180)

  const { items } = await till.act(till.operator, listUnclearMoney, {})
  assert.deepEqual(rowsOf(items, "sessionId", "reason"), [[sessionId, "Stripe hasn't confirmed this payment."]])
  Object.assign(till.app.payments, { findCheckoutSession })
  await letPass(till, 26 * 60, 120)
  assert.equal((await only(till)).state, "fulfilled")
  assert.deepEqual((await till.act(till.operator, listUnclearMoney, {})).items, [])
})

test("one wrong answer does not end a checkout, so no second one can be paid beside it", async (t) => {
  for (const answer of [{ status: "expired" }, { payment: "failed" }] as const) {
    const till = await openTill(t)
    const by = browser({ requestKey: "request-1" })
    const { sessionId: first = "" } = await till.checkout({}, by)
    lieOnce(till, answer)
    await till.checkout({}, by).catch(({ code }) => assert.equal(code, "upstream_error"))
    const { sessionId: second = "" } = await till.checkout({}, by)
    const checkoutSessions = await Promise.all(
      [first, second].map((id) => till.sandbox.findCheckoutSession(processorAccount, id)),
    )
    const open = checkoutSessions
      .filter((checkoutSession) => checkoutSession?.status === "open")
      .map((checkoutSession) => checkoutSession?.id)
    assert.deepEqual([...new Set(open)], [second], JSON.stringify(answer))
  }
})

test("one wrong answer does not turn a payment into an unpaid checkout", async (t) => {
  for (const operation of ["findSession", "expireSession"] as const) {
    const till = await openTill(t)
    await paidCheckoutSession(till)
    till.sandbox.planFault({ operation, kind: "wrong-ending" })
    till.clock.advance(6 * 60_000)
    await till.reconcile()
    assert.notEqual((await only(till)).state, "expired", operation)
    await letPass(till, 30)
    assert.equal((await only(till)).state, "fulfilled", operation)
  }
})

test("a paid checkout that wrong answers ended is found by the reconciler, even without webhooks", async (t) => {
  const till = await openTill(t)
  const sessionId = await paidCheckoutSession(till)
  const stop = lie(till, { status: "expired", payment: "unpaid", paymentId: null })
  till.clock.advance(6 * 60_000)
  await till.reconcile()
  assert.equal((await only(till)).state, "expired")

  stop()
  await letPass(till, 120)
  assert.equal((await only(till)).state, "fulfilled")
  assert.equal((await till.verify(sessionId)).fulfilled, true)
})

onBothDatabases("a refund that is given up is listed and mailed, and can be requested again", async (t, kind) => {
  const till = await openTill(t, kind)
  const sessionId = await paidCheckoutSession(till)
  await till.verify(sessionId)
  const { refund } = till.app.payments
  Object.assign(till.app.payments, {
    refund: () => Promise.reject(new ProcessorError("refused", "The balance is empty.")),
  })
  await till.act("admin", refundPurchase, { id: (await only(till)).id })
  await letPass(till, 14 * 60, 60)

  const [entry] = (await till.act("admin", listOwnUnclearMoney, {})).items
  assert.match(entry?.reason ?? "", /Pay the buyer another way/)
  for (const address of [operator, "owner@studio.example"]) {
    assert.equal(subjectsTo(till, address).filter((subject) => subject === "A payment needs your decision").length, 1)
  }
  assert.ok(!subjectsTo(till, "bo@example.com").some((subject) => subject.includes("Your refund")))
  await letPass(till, 24 * 60, 60)
  assert.ok(subjectsTo(till, "bo@example.com").includes("Refund started for Type specimen"), "after a day")

  Object.assign(till.app.payments, { refund })
  await till.act("admin", settleOwnUnclearMoney, { id: entry?.id, decision: "refund" })
  await letPass(till, 15)
  assert.equal((await only(till)).state, "refunded")
  assert.equal((await till.sandbox.findCheckoutSession(processorAccount, sessionId))?.refundedCents, 1900)
  assert.deepEqual((await till.act("admin", listOwnUnclearMoney, {})).items, [])
})

test("the mail about a refund is sent when the money is back, and not before", async (t) => {
  const till = await openTill(t)
  const { sessionId = "" } = await till.checkout({})
  await till.sandbox.pay(sessionId, { card: "4000000000007726" }) // its refund waits at the bank
  await till.verify(sessionId)
  await till.act("admin", refundPurchase, { id: (await only(till)).id })
  await till.work()
  till.clock.advance(60_000)
  await till.reconcile()
  const before = [...subjectsTo(till, "bo@example.com"), ...subjectsTo(till, "owner@studio.example")]
  assert.equal((await only(till)).state, "refunding")
  assert.deepEqual(
    before.filter((subject) => /refund/i.test(subject)),
    [],
  )

  till.clock.advance(6 * 60_000)
  await till.deliver()
  await till.reconcile()
  assert.equal((await only(till)).state, "refunded")
  till.clock.advance(24 * 60 * 60_000)
  await till.work()
  const aboutRefund = subjectsTo(till, "bo@example.com").filter((subject) => /refund/i.test(subject))
  assert.deepEqual(aboutRefund, ["Your refund for Type specimen"], "it took less than a day")
  assert.ok(subjectsTo(till, "owner@studio.example").includes("Refunded: Type specimen"))
})

test("one answer about a refund neither ends a delivery nor causes a second refund", async (t) => {
  const till = await openTill(t)
  const sessionId = await paidCheckoutSession(till)
  await till.verify(sessionId)
  await till.work()
  lieOnce(till, { refundedCents: 1900 })
  await assert.rejects(settlePurchase(till.cx, { purchaseId: (await only(till)).id }), { code: "upstream_error" })
  assert.equal((await only(till)).state, "fulfilled")

  await till.act("admin", refundPurchase, { id: (await only(till)).id })
  await till.work()
  lieOnce(till, { refundedCents: 0 })
  await assert.rejects(settlePurchase(till.cx, { purchaseId: (await only(till)).id }), { code: "upstream_error" })
  assert.equal((await only(till)).state, "refunded")
})

test("answers that stop fitting after the delivery are listed after an hour, and checked until they fit", async (t) => {
  const till = await openTill(t)
  const sessionId = await paidCheckoutSession(till)
  await till.verify(sessionId)
  await till.deliver()
  const { paymentId } = (await till.sandbox.findCheckoutSession(processorAccount, sessionId)) ?? {}
  const stop = lie(till, { amountCents: 1 })
  await till.sandbox.refund(processorAccount, { paymentId: paymentId ?? "", idempotencyKey: "by the dashboard" })
  await till.deliver()
  assert.equal((await only(till)).state, "fulfilled", "one answer decides nothing")
  await letPass(till, 30)
  assert.deepEqual(subjectsTo(till, operator), [])
  await letPass(till, 24 * 60, 30)

  const { items } = await till.act("admin", listOwnUnclearMoney, {})
  assert.deepEqual(rowsOf(items, "sessionId", "reason"), [
    [sessionId, "The payment's amount doesn't match the checkout."],
  ])
  assert.deepEqual(subjectsTo(till, operator), ["A payment needs your decision"])
  assert.equal((await only(till)).state, "fulfilled")

  stop()
  await letPass(till, 26 * 60, 120)
  assert.equal((await only(till)).state, "refunded", "the refund of the dashboard is noticed")
  const settled = await till.act(till.operator, listUnclearMoney, { isSettled: true })
  assert.deepEqual(valuesOf(settled.items, "settledAs"), ["refunded"])
})

test("a checkout is listed two days after its end, and a delayed payment 22 days after its begin", async (t) => {
  const till = await openTill(t)
  const now = till.clock.now()
  const sale = { title: "", files: [], ...till.offer }
  const row = { unit_taken_at: null, checkout_session_expires_at: now }
  const open = {
    ...row,
    state: "open",
    checkout_session_id: "cs_sandbox_open",
    buyer_email: "open@example.com",
  } as const
  const delayed = { ...row, state: "pending_async", checkout_session_id: "cs_sandbox_delayed" } as const
  for (const changes of [open, delayed]) await insertPurchase(till, sale, changes)
  const listedAfter = async (ms: number) => {
    till.clock.advance(ms)
    await reviewUnclearMoney(till.cx)
    return valuesOf((await till.act("admin", listOwnUnclearMoney, {})).items, "sessionId").toSorted()
  }
  assert.deepEqual(await listedAfter(dayMs + 1), [])
  assert.deepEqual(await listedAfter(dayMs - 1), [])
  assert.deepEqual(await listedAfter(1), ["cs_sandbox_open"])
  assert.deepEqual(await listedAfter(19 * dayMs), ["cs_sandbox_open"])
  assert.deepEqual(await listedAfter(dayMs), ["cs_sandbox_delayed", "cs_sandbox_open"])
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { pauseOffer } from "#domains/handover/index.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { browser, openTill, tillOf } from "#test/support/selling/till.ts"
import { findPublicOffer } from "../offers/index.ts"
import { reservePurchase } from "./reserve-purchase.ts"

onSqlite("a checkout opens a checkout session for the price, and its payment delivers the offer", async (t, kind) => {
  const till = await openTill(t, kind)

  const { sessionId = "", clientSecret } = await till.checkout({ buyerEmail: "Bo@EXAMPLE.com" })
  assert.ok(clientSecret)
  const [opened] = await till.purchases()
  assert.equal(opened?.state, "open")
  assert.equal(opened?.buyer_email, "Bo@example.com")
  assert.equal((await till.sandbox.findCheckoutSession({ id: "installation" }, sessionId))?.amountCents, 1900)

  await till.sandbox.pay(sessionId, { card: "4242424242424242" })
  const answer = await till.verify(sessionId)
  assert.deepEqual({ ...answer, deliveryUrl: "" }, { paid: true, pending: false, fulfilled: true, deliveryUrl: "" })
  assert.match(answer.deliveryUrl ?? "", /^http:\/\/localhost:3000\/delivery\/purchase_\w+\.[\w-]{43}$/)

  await till.work()
  assert.equal(till.mails().filter((mail) => /^To:.*Bo@example.com/im.test(mail)).length, 1)
  assert.equal((await till.stock()).units_taken, 1)
})

onSqlite("a paused sale starts no checkout; open ones can still be paid and delivered, even late", async (t, kind) => {
  const till = await openTill(t, kind)
  const early = browser()
  const { sessionId = "" } = await till.checkout({ buyerEmail: "early@example.com" }, early)
  await till.act("member", pauseOffer, { id: till.offer.id })

  await assert.rejects(till.checkout({}), { code: "conflict", message: /paused/ })
  const elsewhere = till.checkout({ buyerEmail: "early@example.com" })
  await assert.rejects(elsewhere, { code: "conflict", message: /paused/ }, "no other browser takes a checkout over")
  assert.equal((await till.purchases()).length, 1)
  assert.equal((await till.stock()).units_taken, 1)
  const goingOn = await till.checkout({ buyerEmail: "early@example.com" }, browser({ proofs: early.proofs }))
  assert.equal(goingOn.sessionId, sessionId, "the browser that began it goes on")

  await till.sandbox.pay(sessionId, { card: "DE89370400440532013000" })
  till.clock.advance(4 * 60_000)
  await till.deliver()
  assert.deepEqual(valuesOf(await till.purchases(), "state"), ["fulfilled"])
  const { alreadyOwned } = await till.checkout({ buyerEmail: "early@example.com" })
  assert.equal(alreadyOwned, true, "who owns it is told so")
})

onBothDatabases("a pause between the lookup and the purchase is respected", async (t, kind) => {
  const till = await openTill(t, kind)
  const offer = await findPublicOffer(till.cx, till.offer.key)
  assert.ok(offer)
  await till.act("member", pauseOffer, { id: till.offer.id })
  const order = { offer, email: "bo@example.com", giftCodeId: null, requestKey: undefined, network: "n", charge: null }

  await assert.rejects(reservePurchase(till.cx, order, []), { code: "conflict", message: /paused/ })
  assert.deepEqual(await till.purchases(), [])
  assert.equal((await till.stock()).units_taken, 0)
})

test("a buyer's typed address gets the claim page, the browser that paid gets the link", async (t) => {
  const till = await openTill(t)
  const buyer = browser()
  const { sessionId = "" } = await till.checkout({}, buyer)
  await till.sandbox.pay(sessionId, { card: "4242424242424242" })
  const { deliveryUrl } = await till.verify(sessionId, buyer)

  const stranger = browser()
  const typed = await till.checkout({ buyerEmail: "BO@example.com" }, stranger)
  assert.equal(typed.alreadyOwned, true)
  assert.match(typed.deliveryUrl ?? "", /^http:\/\/localhost:3000\/claim\/purchase_\w+$/)
  assert.equal(stranger.isStored, true)

  const again = browser({ proofs: buyer.proofs })
  assert.deepEqual(await till.checkout({}, again), { alreadyOwned: true, deliveryUrl })
  assert.equal(again.isStored, false, "an answer that rests on proof is not replayed to others")
})

test("a person signed in with the purchase's address gets the link, another member does not", async (t) => {
  const till = await openTill(t)
  const email = "owner@studio.example"
  const { sessionId = "" } = await till.checkout({ buyerEmail: email })
  await till.sandbox.pay(sessionId, { card: "4242424242424242" })
  await till.verify(sessionId)

  const owner = await till.checkout({ buyerEmail: email }, browser({ caller: till.callers.owner }))
  const member = await till.checkout({ buyerEmail: email }, browser({ caller: till.callers.member }))

  assert.match(owner.deliveryUrl ?? "", /\/delivery\//)
  assert.match(member.deliveryUrl ?? "", /\/claim\//)
})

test("the same request gets the same checkout session, and only one is ever opened", async (t) => {
  const till = await openTill(t)
  const first = await till.checkout({}, browser({ requestKey: "request-1" }))
  const again = await till.checkout({}, browser({ requestKey: "request-1" }))

  assert.deepEqual(again, first)
  assert.equal((await till.purchases()).length, 1)
})

test("a request that is repeated after its checkout session ended unpaid makes a new purchase", async (t) => {
  const till = await openTill(t)
  const first = await till.checkout({}, browser({ requestKey: "request-1" }))
  till.clock.advance(46 * 60_000)
  const again = await till.checkout({}, browser({ requestKey: "request-1" }))

  assert.notEqual(again.sessionId, first.sessionId)
  assert.deepEqual((await till.purchases()).map(({ state }) => state).sort(), ["expired", "open"])
  assert.equal((await till.stock()).units_taken, 1)
})

test("a request that is repeated after the payment gets `alreadyOwned`", async (t) => {
  const till = await openTill(t)
  const buyer = browser({ requestKey: "request-1" })
  const { sessionId = "" } = await till.checkout({}, buyer)
  await till.sandbox.pay(sessionId, { card: "4242424242424242" })

  const again = await till.checkout({}, browser({ requestKey: "request-1" }))
  assert.equal(again.alreadyOwned, true)
  assert.match(again.deliveryUrl ?? "", /\/claim\//)
  assert.match((await till.checkout({}, buyer)).deliveryUrl ?? "", /\/delivery\//, "this browser opened it")
})

test("after a failure the processor is asked again for the same purchase", async (t) => {
  const till = await openTill(t)
  const buyer = browser({ requestKey: "request-1" })
  for (const kind of ["server-error-stored", "timeout", "server-error", "lost-answer", "malformed"] as const) {
    till.sandbox.planFault({ operation: "openSession", kind })
    await assert.rejects(till.checkout({}, buyer), { code: "upstream_error" })
  }

  const { sessionId } = await till.checkout({}, buyer)
  const purchases = await till.purchases()
  assert.equal(purchases.length, 1)
  assert.equal(purchases[0]?.checkout_session_id, sessionId)
  assert.equal(purchases[0]?.attempt, 2, "only the stored 500 asks for a new key")
})

test("an abandoned checkout is ended, and returns its unit and gift", async (t) => {
  const till = await openTill(t, "sqlite", { stockLimit: 1 })
  const codeId = await till.addGiftCode("GIFT-FIVE")
  till.sandbox.planFault({ operation: "openSession", kind: "lost-answer" })
  await assert.rejects(till.checkout({ giftCode: "GIFT-FIVE" }), { code: "upstream_error" })
  assert.equal((await till.giftCode(codeId)).held_cents, 500)

  till.clock.advance(15 * 60_000)
  await till.reconcile()

  assert.deepEqual(valuesOf(await till.purchases(), "state"), ["expired"])
  assert.equal((await till.giftCode(codeId)).held_cents, 0)
  assert.equal((await till.giftCode(codeId)).uses, 0)
  assert.equal((await till.stock()).units_taken, 0)
})

test("an abandoned checkout that is requested again is ended, and the request makes a new purchase", async (t) => {
  const till = await openTill(t)
  const buyer = browser({ requestKey: "request-1" })
  till.sandbox.planFault({ operation: "openSession", kind: "lost-answer" })
  await assert.rejects(till.checkout({}, buyer), { code: "upstream_error" })

  till.clock.advance(15 * 60_000)
  assert.ok((await till.checkout({}, buyer)).sessionId)

  assert.deepEqual(valuesOf(await till.purchases(), "state").sort(), ["expired", "open"])
  assert.equal((await till.stock()).units_taken, 1)
})

test("a gift code lowers the charge; it is held until the payment, and returned without one", async (t) => {
  const till = await openTill(t)
  const codeId = await till.addGiftCode("GIFT-FIVE", { balance_cents: 800 })
  const held = async () => {
    const { held_cents, spent_cents, uses } = await till.giftCode(codeId)
    return { held_cents, spent_cents, uses }
  }

  const first = await till.checkout({ giftCode: " gift-five " })
  assert.equal((await till.purchases())[0]?.amount_cents, 1100)
  assert.deepEqual(await held(), { held_cents: 800, spent_cents: 0, uses: 1 })
  const other = till.checkout({ giftCode: "GIFT-FIVE", buyerEmail: "x@example.com" })
  await assert.rejects(other, { code: "conflict", message: /in use in another checkout/ })

  till.clock.advance(46 * 60_000)
  await till.deliver()
  assert.deepEqual(await held(), { held_cents: 0, spent_cents: 0, uses: 0 })
  assert.deepEqual(await till.verify(first.sessionId ?? ""), { paid: false, pending: false })

  const second = await till.checkout({ giftCode: "GIFT-FIVE" })
  await till.sandbox.pay(second.sessionId ?? "", { card: "4242424242424242" })
  await till.deliver()
  assert.deepEqual(await held(), { held_cents: 0, spent_cents: 800, uses: 1 })
})

test("a remainder that no card can be charged is refused, and the code keeps its balance", async (t) => {
  const till = await openTill(t)
  const codeId = await till.addGiftCode("NEARLY", { balance_cents: 1870 })

  const refused = till.checkout({ giftCode: "NEARLY" })
  await assert.rejects(refused, { code: "conflict", hint: /minimum is \$0\.50/ })
  assert.equal((await till.giftCode(codeId)).held_cents, 0)
  assert.deepEqual(await till.purchases(), [])
})

test("a code that pays for all of it completes the purchase without a charge", async (t) => {
  const till = await openTill(t)
  const codeId = await till.addGiftCode("ALL-OF-IT", { balance_cents: 2000 })
  const buyer = browser({ requestKey: "request-1" })

  const answer = await till.checkout({ giftCode: "ALL-OF-IT" }, buyer)
  assert.equal(answer.alreadyOwned, false)
  assert.match(answer.deliveryUrl ?? "", /\/delivery\//)
  assert.deepEqual(await till.checkout({ giftCode: "ALL-OF-IT" }, buyer), answer)
  assert.equal((await till.giftCode(codeId)).spent_cents, 1900)
  assert.deepEqual(valuesOf(await till.purchases(), "state"), ["comped"])
})

test("a free offer completes at checkout, once for each address", async (t) => {
  const till = await openTill(t, "sqlite", { priceCents: 0 })

  assert.equal((await till.checkout({})).alreadyOwned, false)
  const again = await till.checkout({})
  assert.equal(again.alreadyOwned, true)
  assert.match(again.deliveryUrl ?? "", /\/claim\//)
  assert.equal((await till.stock()).units_taken, 1)
})

test("a full-comp code at checkout is refused with the gift endpoint; unusable codes get one refusal", async (t) => {
  const till = await openTill(t)
  const now = till.clock.now()
  await till.addGiftCode("FULL", { kind: "full", balance_cents: 0 })
  await till.addGiftCode("EXPIRED", { expires_at: now })
  await till.addGiftCode("EARLY", { starts_at: now + 1 })
  await till.addGiftCode("DISABLED", { disabled_at: now })
  await till.addGiftCode("EMPTY", { balance_cents: 0 })
  await till.addGiftCode("USED", { max_uses: 0 })
  await till.addGiftCode("EUROS", { currency: "eur", offer_id: null })
  await till.addGiftCode("FULL-EXPIRED", { kind: "full", balance_cents: 0, expires_at: now })

  const full = { code: "invalid_request", hint: `Redeem it with POST /api/pay/${till.offer.key}/gift.` }
  await assert.rejects(till.checkout({ giftCode: "FULL" }), full)
  const answers = new Set<string>()
  for (const giftCode of ["UNKNOWN", "EXPIRED", "EARLY", "DISABLED", "EMPTY", "USED", "EUROS", "FULL-EXPIRED"]) {
    const error = await till.checkout({ giftCode }).catch((error) => error)
    answers.add(JSON.stringify([error.code, error.message, error.hint]))
    const gift = await till.gift({ code: giftCode }).catch((error) => error)
    answers.add(JSON.stringify([gift.code, gift.message, gift.hint]))
  }
  assert.equal(answers.size, 1)
  assert.match([...answers][0] ?? "", /not_found/)
})

test("a sold-out offer is not sold, and an address that owns it still gets its answer", async (t) => {
  const till = await openTill(t, "sqlite", { stockLimit: 1 })
  const { sessionId = "" } = await till.checkout({})
  await till.sandbox.pay(sessionId, { card: "4242424242424242" })
  await till.verify(sessionId)

  await assert.rejects(till.checkout({ buyerEmail: "late@example.com" }), { code: "conflict" })
  assert.equal((await till.checkout({})).alreadyOwned, true)
})

test("an unknown offer is not found, and the processor is not asked", async (t) => {
  const till = await openTill(t)
  till.sandbox.planFault({ operation: "any", kind: "timeout" })
  await assert.rejects(tillOf(till, { id: "none", key: "none" }).checkout({}), { code: "not_found" })
  assert.equal(till.sandbox.listFaults().length, 1)
})

test("a later payment for the same address is refunded, and other open checkouts end", async (t) => {
  const till = await openTill(t)
  const [first = "", second = "", third = ""] = await till.openRivals(3)
  await till.sandbox.pay(first, { card: "4242424242424242" })
  await till.sandbox.pay(second, { card: "4242424242424242" })
  await till.deliver()
  await till.deliver()

  const states = new Map((await till.purchases()).map((purchase) => [purchase.checkout_session_id, purchase.state]))
  assert.deepEqual([states.get(first), states.get(second)].sort(), ["fulfilled", "refunded"])
  assert.equal(states.get(third), "expired")
  assert.equal((await till.stock()).units_taken, 1)
})

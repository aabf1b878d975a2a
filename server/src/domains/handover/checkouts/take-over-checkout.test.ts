import assert from "node:assert/strict"
import { test } from "node:test"
import { systemContext } from "#access/perform.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { offerOnSale } from "#test/support/selling/shop.ts"
import { browser, openTill, type Till, tillOf } from "#test/support/selling/till.ts"
import { world } from "#test/support/worlds/world.ts"
import { settlePurchase } from "../payments/settle-purchase.ts"

const card = { card: "4242424242424242" }
const delayed = { card: "DE89370400440532013000" }

const atProcessor = async ({ sandbox }: Till, { sessionId = "" }: { sessionId?: string }) =>
  (await sandbox.findCheckoutSession({ id: "installation" }, sessionId))?.status

const states = async (till: Till) => (await till.purchases()).map(({ state }) => state).sort()

/** A till with one unit, and a code that is used up by one checkout. */
async function lastOne(...[t, kind]: Parameters<Parameters<typeof onBothDatabases>[1]>) {
  const till = await openTill(t, kind, { stockLimit: 1 })
  const codeId = await till.addGiftCode("FIVE", { max_uses: 1 })
  return { till, codeId, wish: { giftCode: "FIVE" } }
}

onBothDatabases("the browser that opened a checkout gets it back, with the last unit and a gift", async (t, kind) => {
  const { till, wish } = await lastOne(t, kind)
  const by = browser({ network: "192.0.2.1" })
  const first = await till.checkout({ ...wish, buyerEmail: "Bo@bücher.example" }, by)

  for (const buyerEmail of ["Bo@bücher.example", "bo@BÜCHER.example", "BO@xn--bcher-kva.example"]) {
    by.isStored = true
    assert.deepEqual(await till.checkout({ ...wish, buyerEmail }, by), first)
    assert.equal(by.isStored, false, "an answer that rests on the cookie is not replayed to others")
  }
  assert.deepEqual(await states(till), ["open"])
  assert.equal((await till.stock()).units_taken, 1)
})

onBothDatabases(
  "another browser takes over unit and gift; the first checkout session cannot be paid then",
  async (t, kind) => {
    const { till, codeId, wish } = await lastOne(t, kind)
    const first = await till.checkout(wish)
    const second = await till.checkout({ ...wish, buyerEmail: "BO@example.com" })

    assert.notEqual(second.sessionId, first.sessionId)
    assert.notEqual(second.clientSecret, first.clientSecret)
    assert.deepEqual([await atProcessor(till, first), await atProcessor(till, second)], ["expired", "open"])
    assert.deepEqual(await states(till), ["expired", "open"])
    assert.deepEqual(await till.verify(first.sessionId ?? ""), { paid: false, pending: false })
    const { held_cents, uses } = await till.giftCode(codeId)
    assert.deepEqual(
      { held_cents, uses, ...(await till.stock()) },
      { held_cents: 500, uses: 1, units_taken: 1, stock_limit: 1 },
    )

    await till.sandbox.pay(second.sessionId ?? "", card)
    await till.deliver()
    assert.deepEqual(await states(till), ["expired", "fulfilled"])
    assert.equal((await till.giftCode(codeId)).spent_cents, 500)
  },
)

onBothDatabases("between the end of a checkout and the next one no other buyer gets its unit", async (t, kind) => {
  const { till, wish } = await lastOne(t, kind)
  const first = await till.checkout(wish)
  const third: string[] = []
  const payments = {
    ...till.sandbox,
    expireCheckoutSession: async (...asked: Parameters<typeof till.sandbox.expireCheckoutSession>) => {
      const checkoutSession = await till.sandbox.expireCheckoutSession(...asked)
      await till.deliver() // the processor's own word of it is faster than we are
      await till.checkout({ buyerEmail: "cy@example.com" }).catch(({ code }) => third.push(code))
      return checkoutSession
    },
  }
  const app = { ...till.app, payments }
  const second = await tillOf({ ...till, app, cx: systemContext(app) }, till.offer).checkout(wish)

  assert.deepEqual(third, ["conflict"])
  assert.deepEqual([await atProcessor(till, first), await atProcessor(till, second)], ["expired", "open"])
  assert.equal((await till.stock()).units_taken, 1)
})

test("a takeover without an answer of the processor loses nothing, and can be retried", async (t) => {
  for (const kind of ["timeout", "lost-answer", "server-error", "malformed"] as const) {
    const { till, wish } = await lastOne(t, "sqlite")
    await till.checkout(wish)
    till.sandbox.planFault({ operation: "expireSession", kind })
    const by = browser({ requestKey: "request-1" })
    await assert.rejects(till.checkout(wish, by), { code: "upstream_error" })
    assert.deepEqual(await states(till), ["open"], kind)

    assert.ok((await till.checkout(wish, by)).sessionId)
    assert.deepEqual(await states(till), ["expired", "open"])
    assert.equal((await till.stock()).units_taken, 1)
  }
})

test("a checkout whose request gave up is taken over at once, one that is being opened is not", async (t) => {
  const { till, wish } = await lastOne(t, "sqlite")
  till.sandbox.planFault({ operation: "openSession", kind: "lost-answer" })
  await assert.rejects(till.checkout(wish), { code: "upstream_error" })
  assert.ok((await till.checkout(wish)).sessionId)
  assert.deepEqual(await states(till), ["expired", "open"])

  await till.app.database.transaction((db) =>
    db
      .updateTable("purchases")
      .set({ state: "created", checkout_session_id: null })
      .where("state", "=", "open")
      .execute(),
  )
  await assert.rejects(till.checkout(wish), { code: "conflict", retryAfterSeconds: 2 })
  till.clock.advance(30_000)
  assert.ok((await till.checkout(wish)).sessionId)
  assert.equal((await till.stock()).units_taken, 1)
})

test("a process that died during a takeover blocks the next one for at most half a minute", async (t) => {
  const { till } = await lastOne(t, "sqlite")
  const first = await till.checkout({})
  await till.sandbox.expireCheckoutSession({ id: "installation" }, first.sessionId ?? "")
  const [purchase] = await till.purchases()
  const dying = till.app.database.transaction((db) =>
    db
      .updateTable("purchases")
      .set({ takeover_lease_until: till.clock.now() + 30_000 })
      .execute(),
  )
  await dying
  await settlePurchase(till.cx, { purchaseId: purchase?.id ?? "" })
  assert.deepEqual(await states(till), ["open"], "what it holds waits for who takes it over")
  await assert.rejects(till.checkout({}), { code: "conflict", retryAfterSeconds: 2 })

  till.clock.advance(30_000)
  assert.ok((await till.checkout({})).sessionId)
  assert.equal((await till.stock()).units_taken, 1)
})

test("the same browser gets a new checkout session for another code, or keeps the old one if the code is invalid", async (t) => {
  const { till, codeId, wish } = await lastOne(t, "sqlite")
  await till.addGiftCode("NEARLY", { balance_cents: 1870 })
  const by = browser()
  const first = await till.checkout(wish, by)

  await assert.rejects(till.checkout({ giftCode: "TYPO" }, by), { code: "not_found" })
  await assert.rejects(till.checkout({ giftCode: "NEARLY" }, by), { hint: /minimum is/ })
  assert.deepEqual(await till.checkout(wish, by), first)

  const without = await till.checkout({}, by)
  assert.notEqual(without.sessionId, first.sessionId)
  assert.equal(await atProcessor(till, first), "expired")
  assert.equal((await till.giftCode(codeId)).held_cents, 0)
  assert.equal(
    (await till.sandbox.findCheckoutSession({ id: "installation" }, without.sessionId ?? ""))?.amountCents,
    1900,
  )
})

test("one network takes over an address's checkouts three times an hour; owners and others unlimited", async (t) => {
  const till = await openTill(t)
  const buyerEmail = "owner@studio.example"
  const stranger = () => till.checkout({ buyerEmail }, browser({ network: "192.0.2.1" }))
  const first = browser({ network: "192.0.2.1" })
  await till.checkout({ buyerEmail }, first)
  for (let n = 0; n < 3; n += 1) await stranger()

  await assert.rejects(stranger(), (error: Error & { code: string; retryAfterSeconds: number }) => {
    assert.equal(error.code, "rate_limited")
    assert.ok(error.retryAfterSeconds > 3500 && error.retryAfterSeconds <= 3600)
    return true
  })
  const signedIn = browser({ network: "192.0.2.1", caller: till.callers.owner })
  assert.ok((await till.checkout({ buyerEmail }, signedIn)).sessionId)
  assert.ok((await till.checkout({ buyerEmail }, browser({ network: "198.51.100.1" }))).sessionId)
  assert.equal((await states(till)).filter((state) => state === "open").length, 1)
})

test("a payment during a takeover counts, and no second checkout session is opened", async (t) => {
  const { till } = await lastOne(t, "sqlite")
  const { sessionId = "" } = await till.checkout({})
  await till.sandbox.pay(sessionId, card)

  const { alreadyOwned, deliveryUrl } = await till.checkout({ buyerEmail: "BO@example.com" })
  assert.equal(alreadyOwned, true)
  assert.match(deliveryUrl ?? "", /\/claim\//)
  assert.deepEqual(await states(till), ["fulfilled"])
})

test("during a delayed payment a second checkout is refused, with the reason", async (t) => {
  const { till } = await lastOne(t, "sqlite")
  await till.addGiftCode("FULL", { kind: "full", balance_cents: 0 })
  const by = browser()
  const { sessionId = "" } = await till.checkout({}, by)
  await till.sandbox.pay(sessionId, delayed)
  const refundPending = { code: "conflict", message: /already in progress/, retryAfterSeconds: 3600 }

  for (const known of [false, true]) {
    await assert.rejects(till.checkout({ buyerEmail: "BO@example.com" }), refundPending)
    await assert.rejects(till.checkout({}, by), refundPending)
    await assert.rejects(till.gift({ code: "FULL", buyerEmail: "bo@example.com" }), refundPending)
    if (!known) await till.deliver()
  }
  assert.deepEqual(await states(till), ["pending_async"])

  till.clock.advance(4 * minuteMs)
  await till.deliver()
  assert.deepEqual(await states(till), ["fulfilled"])
  assert.equal((await till.checkout({})).alreadyOwned, true)
})

test("a buyer with an unclear payment gets no second checkout session", async (t) => {
  const { till } = await lastOne(t, "sqlite")
  await till.checkout({})
  await till.app.database.transaction((db) => db.updateTable("purchases").set({ state: "fulfil_failed" }).execute())
  await assert.rejects(till.checkout({}), { code: "conflict", message: /already in progress/ })
})

test("a full-comp code ends the address's open checkout and takes its unit", async (t) => {
  const { till, codeId, wish } = await lastOne(t, "sqlite")
  await till.addGiftCode("FULL", { kind: "full", balance_cents: 0 })
  const first = await till.checkout(wish)

  assert.equal((await till.gift({ code: "FULL", buyerEmail: "Bo@example.com" })).type, "full")
  assert.equal(await atProcessor(till, first), "expired")
  assert.deepEqual(await states(till), ["comped", "expired"])
  assert.equal((await till.giftCode(codeId)).held_cents, 0)
})

test("units that open checkouts hold are not sold out: the refusal says when to try again", async (t) => {
  const { till, wish } = await lastOne(t, "sqlite")
  await till.checkout(wish)
  const refused = await till.checkout({ buyerEmail: "cy@example.com" }).catch((error) => error)
  assert.deepEqual([refused.code, refused.retryAfterSeconds], ["conflict", 45 * 60])
  assert.match(refused.hint, /released.*in 45 min/)
  assert.equal((await till.gift({ code: "FIVE" }).catch((error) => error)).retryAfterSeconds, 45 * 60)

  till.clock.advance(refused.retryAfterSeconds * 1000)
  await till.deliver()
  const { sessionId = "" } = await till.checkout({ buyerEmail: "cy@example.com" })
  await till.sandbox.pay(sessionId, card)
  await till.deliver()
  const sold = await till.checkout({}).catch((error) => error)
  assert.deepEqual([sold.code, sold.retryAfterSeconds], ["conflict", undefined])
  assert.doesNotMatch(sold.hint, / min/)
})

test("a gift code that an open checkout holds is a 409; a used-up, disabled or expired one stays a 404", async (t) => {
  const { till, wish, codeId } = await lastOne(t, "sqlite")
  const unlimited = tillOf(till, till.offer)
  await till.app.database.transaction((db) => db.updateTable("offers").set({ stock_limit: null }).execute())
  const by = browser()
  await till.checkout(wish, by)
  const ask = (email: string) => unlimited.checkout({ ...wish, buyerEmail: email })

  const held = { code: "conflict", message: /in use in another checkout/, retryAfterSeconds: 45 * 60 }
  await assert.rejects(ask("cy@example.com"), held)
  await assert.rejects(till.gift({ code: "FIVE" }), held)
  await assert.rejects(till.gift({ code: "FIVE", buyerEmail: "cy@example.com" }), held)
  const worth = { type: "amount", discountCents: 500, remainingCents: 1400 }
  assert.deepEqual(await till.gift({ code: "FIVE" }, by), worth, "checkout gives this browser what it holds")
  assert.deepEqual(await till.gift({ code: "FIVE", buyerEmail: "BO@example.com" }), worth)

  for (const set of [{ disabled_at: 1 }, { disabled_at: null, expires_at: 1 }]) {
    await till.app.database.transaction((db) =>
      db.updateTable("gift_codes").set(set).where("id", "=", codeId).execute(),
    )
    await assert.rejects(ask("cy@example.com"), { code: "not_found", message: /can't be used/ })
  }
})

onBothDatabases("sixty checkouts of one network against fifty units leave half of them to others", async (t, kind) => {
  const till = await openTill(t, kind, { stockLimit: 50 })
  const network = "192.0.2.1"
  const ask = (n: number) => till.checkout({ buyerEmail: `bo${n}@example.com` }, browser({ network }))
  const ended = await Promise.allSettled(Array.from({ length: 60 }, (_, n) => ask(n)))

  const refused = ended.flatMap((one) => (one.status === "rejected" ? [one.reason] : []))
  assert.equal(refused.length, 35)
  assert.ok(refused.every(({ code, message }) => code === "conflict" && /network/.test(message)))
  assert.ok(refused.every(({ retryAfterSeconds }) => retryAfterSeconds === 45 * 60))
  const others = Array.from({ length: 25 }, (_, n) => till.checkout({ buyerEmail: `cy${n}@example.com` }))
  t.diagnostic(`${(await Promise.all(others)).filter(({ sessionId }) => sessionId).length} of 50 were left to buy`)
  assert.equal((await till.stock()).units_taken, 50)
})

test("a network holds two of a small stock, delayed payments too; a purchase or a takeover makes room", async (t) => {
  const till = await openTill(t, "sqlite", { stockLimit: 4 })
  const network = "192.0.2.1"
  const ask = (buyerEmail: string) => till.checkout({ buyerEmail }, browser({ network }))
  const [first] = [await ask("a@example.com"), await ask("b@example.com")]
  await assert.rejects(ask("c@example.com"), { code: "conflict", message: /network/ })
  const elsewhere = await till.checkout({ buyerEmail: "d@example.com" })
  await assert.rejects(ask("d@example.com"), { code: "conflict", message: /network/ })
  assert.equal(await atProcessor(till, elsewhere), "open", "what is refused ends nobody's checkout")
  const again = await ask("a@example.com")
  assert.deepEqual([await atProcessor(till, first), await atProcessor(till, again)], ["expired", "open"])

  await till.sandbox.pay(again.sessionId ?? "", delayed)
  await till.deliver()
  await assert.rejects(ask("c@example.com"), { code: "conflict", message: /network/ })
  till.clock.advance(4 * minuteMs)
  await till.deliver()
  assert.ok((await ask("c@example.com")).sessionId)
  assert.ok(
    (await till.purchases()).every(({ state, network }) => (network === null) === (state !== "open")),
    "a network is forgotten with its checkout",
  )
})

onBothDatabases(
  "ten checkouts of other offers are open for an address or a browser, and 200 for a network",
  async (t, kind) => {
    const studio = await world(t, kind)
    const limits = { ...studio.app.limits, browserCheckouts: 3, addressCheckouts: 2, networkCheckouts: 5 }
    Object.assign(studio.app, { limits })
    const tills: Till[] = []
    for (let n = 0; n < 6; n += 1) {
      const sold = await offerOnSale(studio, { title: `Offer ${n}` })
      tills.push(tillOf(studio, { id: sold.id, key: sold.shortKey ?? "" }))
    }
    const buy = (n: number, buyerEmail: string, by = browser()) => (tills[n] as Till).checkout({ buyerEmail }, by)
    const refusal = (words: string) => ({
      code: "conflict",
      message: `Too many unpaid checkouts ${words}.`,
      retryAfterSeconds: 45 * 60,
    })

    for (const n of [0, 1]) await buy(n, "bo@example.com")
    await assert.rejects(buy(2, "BO@example.com"), refusal("for this email"))
    assert.ok((await buy(1, "bo@example.com")).sessionId, "another one of the same offer replaces it")

    const stranger = () => browser({ network: "198.51.100.1" })
    for (const n of [0, 1]) await buy(n, "ed@example.com", stranger())
    await assert.rejects(buy(2, "ed@example.com", stranger()), refusal("for this email"))
    const owner = browser({ network: "192.0.2.9" })
    assert.ok((await buy(2, "ed@example.com", owner)).sessionId, "a stranger's checkouts do not block the address")

    const by = browser()
    for (const n of [0, 1, 2]) await buy(n, `cy${n}@example.com`, by)
    await assert.rejects(buy(3, "cy3@example.com", by), refusal("in this browser"))
    assert.ok((await buy(3, "cy3@example.com", browser())).sessionId)

    const network = "192.0.2.1"
    for (const n of [0, 1, 2, 3, 4]) await buy(n, `di${n}@example.com`, browser({ network }))
    await assert.rejects(buy(5, "di5@example.com", browser({ network })), refusal("from your network"))
    assert.ok((await buy(5, "di5@example.com", browser({ network: "192.0.2.2" }))).sessionId)
    studio.clock.advance(46 * minuteMs)
    await tills[0]?.reconcile()
    assert.ok((await buy(5, "di6@example.com", browser({ network }))).sessionId, "what has ended does not count")
  },
)

onBothDatabases("a browser holds one unit of a limited stock, whatever addresses its tabs type", async (t, kind) => {
  const till = await openTill(t, kind, { stockLimit: 50 })
  const by = browser({ network: "192.0.2.1" })
  const buy = (n: number) => till.checkout({ buyerEmail: `bo${n}@example.com` }, by)
  for (let n = 0; n < 12; n += 1) {
    assert.ok((await buy(n)).sessionId)
    assert.equal((await till.stock()).units_taken, 1)
  }
  const tabs = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => buy(100 + n)))
  assert.ok(tabs.some(({ status }) => status === "fulfilled"))
  for (const tab of tabs) if (tab.status === "rejected") assert.equal(tab.reason.code, "conflict")
  assert.equal((await till.stock()).units_taken, 1, "tabs at once replace each other, too")
})

test("an offer without a stock limit has no cap for networks", async (t) => {
  const till = await openTill(t)
  const ask = (n: number) => till.checkout({ buyerEmail: `bo${n}@example.com` }, browser({ network: "192.0.2.1" }))
  const all = await Promise.all(Array.from({ length: 12 }, (_, n) => ask(n)))
  assert.equal(new Set(all.map(({ sessionId }) => sessionId)).size, 12)
})

onBothDatabases(
  "ten parallel browsers of one address get one payable checkout session, also the second time",
  async (t, kind) => {
    const { till, wish } = await lastOne(t, kind)
    for (const round of ["first", "takeover"]) {
      const ended = await Promise.allSettled(Array.from({ length: 10 }, () => till.checkout(wish)))
      const codes = ended.map((one) => (one.status === "fulfilled" ? "ok" : one.reason.code)).sort()
      assert.ok(codes.includes("ok"), round)
      assert.ok(
        codes.every((code) => code === "ok" || code === "conflict"),
        `${round}: ${codes}`,
      )

      const checkoutSessions = (await till.purchases()).map(({ checkout_session_id }) => ({
        sessionId: checkout_session_id ?? "",
      }))
      const open = await Promise.all(checkoutSessions.map((checkoutSession) => atProcessor(till, checkoutSession)))
      assert.equal(open.filter((status) => status === "open").length, 1, round)
      assert.equal((await till.stock()).units_taken, 1)
    }
  },
)

onBothDatabases("the database refuses a second checkout of an address, in upper or lower case", async (t, kind) => {
  const till = await openTill(t, kind)
  await till.checkout({})
  await till.checkout({ buyerEmail: "cy@example.com" })
  const rename = till.app.database.transaction((db) =>
    db.updateTable("purchases").set({ buyer_email: "BO@example.com" }).execute(),
  )
  await assert.rejects(rename, /unique/i)
})

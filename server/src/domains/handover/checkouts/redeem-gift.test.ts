import assert from "node:assert/strict"
import { test } from "node:test"
import { createGiftCode, pauseOffer } from "#domains/handover/index.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { browser, openTill } from "#test/support/selling/till.ts"

test("an amount code returns its discount and changes nothing", async (t) => {
  const till = await openTill(t)
  const codeId = await till.addGiftCode("GIFT-FIVE")
  const before = await till.giftCode(codeId)

  assert.deepEqual(await till.gift({ code: "gift-five" }), { type: "amount", discountCents: 500, remainingCents: 1400 })
  assert.deepEqual(await till.giftCode(codeId), before)
  assert.deepEqual(await till.purchases(), [])
})

test("an amount code above the price leaves nothing to pay; one that leaves too little is refused", async (t) => {
  const till = await openTill(t)
  await till.addGiftCode("RICH", { balance_cents: 10_000 })
  await till.addGiftCode("NEARLY", { balance_cents: 1870 })

  assert.deepEqual(await till.gift({ code: "RICH" }), { type: "amount", discountCents: 1900, remainingCents: 0 })
  await assert.rejects(till.gift({ code: "NEARLY" }), { code: "conflict", hint: /minimum is/ })
})

onBothDatabases("a full-comp code completes the purchase at once, without a charge", async (t, kind) => {
  const till = await openTill(t, kind)
  const codeId = await till.addGiftCode("GIFT-FULL", { kind: "full", balance_cents: 0, max_uses: 1 })
  const by = browser()

  const { type, deliveryUrl } = await till.gift({ code: "GIFT-FULL", buyerEmail: "bo@example.com" }, by)

  assert.equal(type, "full")
  assert.match(deliveryUrl ?? "", /\/delivery\//)
  const [purchase] = await till.purchases()
  assert.equal(purchase?.state, "comped")
  assert.equal(purchase?.checkout_session_id, null)
  assert.equal((await till.giftCode(codeId)).uses, 1)
  assert.equal((await till.stock()).units_taken, 1)
  assert.equal(by.proofs.length, 1)
  await till.work()
  assert.equal(till.mails().filter((mail) => /^To:.*bo@example.com/im.test(mail)).length, 1)
})

onBothDatabases(
  "no code is redeemed while the sale is paused, and an unusable code is still a 404",
  async (t, kind) => {
    const till = await openTill(t, kind)
    const by = browser()
    const full = await till.addGiftCode("GIFT-FULL", { kind: "full", balance_cents: 0, max_uses: 3 })
    const five = await till.addGiftCode("GIFT-FIVE")
    await till.addGiftCode("OVER", { expires_at: till.clock.now() - 1 })
    const { deliveryUrl } = await till.gift({ code: "GIFT-FULL", buyerEmail: "early@example.com" }, by)
    const before = [await till.giftCode(full), await till.giftCode(five)]
    await till.act("member", pauseOffer, { id: till.offer.id })

    for (const code of ["GIFT-FULL", "GIFT-FIVE"]) {
      await assert.rejects(till.gift({ code, buyerEmail: "bo@example.com" }), { code: "conflict", message: /paused/ })
      await assert.rejects(till.gift({ code }), { code: "conflict", message: /paused/ })
    }
    await assert.rejects(till.gift({ code: "OVER" }), { code: "not_found" })
    await assert.rejects(till.checkout({ giftCode: "GIFT-FIVE" }), { code: "conflict", message: /paused/ })
    assert.deepEqual([await till.giftCode(full), await till.giftCode(five)], before)
    assert.equal((await till.purchases()).length, 1)

    const again = await till.gift({ code: "GIFT-FULL", buyerEmail: "early@example.com" }, by)
    assert.equal(again.deliveryUrl, deliveryUrl, "who has it gets it again")
  },
)

test("a second redemption for an address is refused without proof, and gets the link with it", async (t) => {
  const till = await openTill(t)
  const codeId = await till.addGiftCode("GIFT-FULL", { kind: "full", balance_cents: 0 })
  const by = browser()
  const first = await till.gift({ code: "GIFT-FULL", buyerEmail: "bo@example.com" }, by)

  const again = till.gift({ code: "GIFT-FULL", buyerEmail: "BO@example.com" })
  await assert.rejects(again, { code: "conflict", hint: /\/claim\/purchase_\w+$/ })
  assert.deepEqual(await till.gift({ code: "GIFT-FULL", buyerEmail: "bo@example.com" }, by), first)
  assert.equal(by.isStored, false)
  assert.equal((await till.giftCode(codeId)).uses, 1)
})

test("without an address each request redeems once; a retry and the same browser get the same link", async (t) => {
  const till = await openTill(t)
  const codeId = await till.addGiftCode("GIFT-FULL", { kind: "full", balance_cents: 0, max_uses: 2 })
  const first = await till.gift({ code: "GIFT-FULL" }, browser({ requestKey: "request-1" }))

  const by = browser({ requestKey: "request-1" })
  assert.deepEqual(await till.gift({ code: "GIFT-FULL" }, by), first)
  assert.deepEqual(await till.gift({ code: "GIFT-FULL" }, browser({ proofs: by.proofs })), first)
  assert.equal((await till.giftCode(codeId)).uses, 1)

  assert.notDeepEqual(await till.gift({ code: "GIFT-FULL" }), first)
  await assert.rejects(till.gift({ code: "GIFT-FULL" }), { code: "not_found" })
})

test("a full-comp code is limited by the stock, and refused for an offer without files", async (t) => {
  const till = await openTill(t, "sqlite", { stockLimit: 1 })
  const codeId = await till.addGiftCode("GIFT-FULL", { kind: "full", balance_cents: 0 })
  await till.gift({ code: "GIFT-FULL" })
  await assert.rejects(till.gift({ code: "GIFT-FULL" }), { code: "conflict" })
  assert.equal((await till.giftCode(codeId)).uses, 1)

  await till.app.database.transaction((db) => db.deleteFrom("offer_files").execute())
  await assert.rejects(till.gift({ code: "GIFT-FULL" }), { code: "conflict" })
})

test("an amount code is for an offer that has a unit, or for the buyer whose checkout holds it", async (t) => {
  const till = await openTill(t, "sqlite", { stockLimit: 1 })
  await till.addGiftCode("GIFT-FIVE")
  await till.checkout({ buyerEmail: "bo@example.com", giftCode: "GIFT-FIVE" })

  await assert.rejects(till.gift({ code: "GIFT-FIVE", buyerEmail: "cy@example.com" }), { code: "conflict" })
  const own = await till.gift({ code: "GIFT-FIVE", buyerEmail: "bo@example.com" })
  assert.deepEqual(own, { type: "amount", discountCents: 500, remainingCents: 1400 })
})

onBothDatabases("a code is found with other hyphens, or none, where only one code fits", async (t, kind) => {
  const till = await openTill(t, kind)
  await till.addGiftCode("GIFT-FIVE")
  await till.addGiftCode("SUM-MER24", { balance_cents: 100 })
  await till.addGiftCode("SUMM-ER24", { balance_cents: 200 })
  await till.addGiftCode("SUMMER24!", { balance_cents: 300 })
  const made = await till.act("admin", createGiftCode, { kind: "amount", currency: "usd", balanceCents: 400 })
  const worth = async (code: string) => (await till.gift({ code })).discountCents

  for (const typed of ["gift–five", "gift five", "giftfive", "GI FT-FI VE", "(GIFT-FIVE).", "«gift‑five»"])
    assert.equal(await worth(typed), 500, typed)
  for (const [typed, cents] of [["sum mer24", 100], ["summ-er24", 200], ["summer24!", 300]] as const) // biome-ignore format: a list
    assert.equal(await worth(typed), cents, typed)
  await assert.rejects(till.gift({ code: "SUMMER24" }), { code: "not_found" })
  assert.equal(await worth(made.code.replaceAll("0", "o").replaceAll("1", "l").replaceAll("-", " ")), 400)

  const { sessionId } = await till.checkout({ giftCode: "giftfive" })
  assert.ok(sessionId)
  const [purchase] = await till.purchases()
  assert.equal(purchase?.discount_cents, 500)
})

test("a code of another workspace is not found here", async (t) => {
  const till = await openTill(t)
  const { workspace_id } = await till.app.database.read
    .selectFrom("members")
    .select("workspace_id")
    .where("workspace_id", "<>", till.workspaceId)
    .executeTakeFirstOrThrow()
  await till.addGiftCode("THEIRS", { kind: "full", offer_id: null, workspace_id })

  await assert.rejects(till.gift({ code: "THEIRS" }), { code: "not_found" })
})

test("a malformed address or code is invalid", async (t) => {
  const till = await openTill(t)
  for (const buyerEmail of ["bo", `${"a".repeat(250)}@example.com`, "bo@example.com\r\nBcc: x@example.com"]) {
    await assert.rejects(till.gift({ code: "X", buyerEmail }), { code: "invalid_request", message: /`buyerEmail`/ })
    await assert.rejects(till.checkout({ buyerEmail }), { code: "invalid_request", message: /`buyerEmail`/ })
  }
  for (const code of ["", "x".repeat(65)]) await assert.rejects(till.gift({ code }), { code: "invalid_request" })
})

import assert from "node:assert/strict"
import { systemContext } from "#access/perform.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { browser, openTill, type Till, tillOf } from "#test/support/selling/till.ts"

const card = { card: "4242424242424242" }
const delayed = { card: "DE89370400440532013000" }
const typo = "bo@exmaple.com"

const states = async (till: Till) => valuesOf(await till.purchases(), "state").sort()

const atProcessor = async ({ sandbox }: Till, { sessionId = "" }: { sessionId?: string }) =>
  (await sandbox.findCheckoutSession({ id: "installation" }, sessionId))?.status

onBothDatabases("a browser keeps the last unit and a code's one use when it corrects the address", async (t, kind) => {
  const till = await openTill(t, kind, { stockLimit: 1 })
  const codeId = await till.addGiftCode("FIVE", { max_uses: 1 })
  const by = browser({ network: "192.0.2.1" })
  const first = await till.checkout({ buyerEmail: typo, giftCode: "FIVE" }, by)

  const value = await till.gift({ code: "FIVE", buyerEmail: "bo@example.com" }, by)
  assert.deepEqual(value, { type: "amount", discountCents: 500, remainingCents: 1400 })
  const second = await till.checkout({ giftCode: "FIVE" }, by)

  assert.deepEqual([await atProcessor(till, first), await atProcessor(till, second)], ["expired", "open"])
  assert.deepEqual(await states(till), ["expired", "open"])
  const { uses, held_cents } = await till.giftCode(codeId)
  assert.deepEqual(
    { uses, held_cents, ...(await till.stock()) },
    { uses: 1, held_cents: 500, units_taken: 1, stock_limit: 1 },
  )
  await assert.rejects(till.checkout({ buyerEmail: typo }), { message: /Other buyers/ })
})

onBothDatabases(
  "a browser keeps the last unit when it changes, adds or removes a code with the address",
  async (t, kind) => {
    const till = await openTill(t, kind, { stockLimit: 1 })
    await till.addGiftCode("FIVE", { max_uses: 1 })
    await till.addGiftCode("FOUR", { max_uses: 1, balance_cents: 400 })
    await till.addGiftCode("FULL", { kind: "full", balance_cents: 0 })
    const by = browser()

    for (const [n, giftCode] of ["FIVE", "FOUR", undefined, "FIVE"].entries()) {
      const wish = { buyerEmail: `bo${n}@example.com`, ...(giftCode && { giftCode }) }
      assert.ok((await till.checkout(wish, by)).sessionId)
      assert.equal((await till.stock()).units_taken, 1)
    }
    assert.equal((await till.gift({ code: "FULL" }, by)).type, "full")
    assert.deepEqual(await states(till), ["comped", "expired", "expired", "expired", "expired"])
  },
)

onBothDatabases(
  "a browser's other checkout that was paid meanwhile is handed over, and not charged twice",
  async (t, kind) => {
    const till = await openTill(t, kind)
    const by = browser()
    const { sessionId = "" } = await till.checkout({ buyerEmail: typo }, by)
    await till.sandbox.pay(sessionId, card)

    const answer = await till.checkout({}, by)

    assert.equal(answer.alreadyOwned, true)
    assert.match(answer.deliveryUrl ?? "", /\/delivery\//)
    assert.deepEqual(await states(till), ["fulfilled"])
  },
)

onBothDatabases("a browser's other checkout that a bank is paying meanwhile is not paid again", async (t, kind) => {
  const till = await openTill(t, kind)
  const by = browser()
  const { sessionId = "" } = await till.checkout({ buyerEmail: typo }, by)
  await till.sandbox.pay(sessionId, delayed)

  await assert.rejects(till.checkout({}, by), { code: "conflict", message: /already in progress/ })
  assert.deepEqual(await states(till), ["pending_async"])
})

onBothDatabases(
  "two tabs of a browser that correct an address at once hold one unit and one payable checkout",
  async (t, kind) => {
    const till = await openTill(t, kind, { stockLimit: 1 })
    const by = browser()
    await till.checkout({ buyerEmail: typo }, by)
    const tab = (n: number) => till.checkout({ buyerEmail: `bo${n}@example.com` }, { ...by })

    const ended = await Promise.allSettled(Array.from({ length: 6 }, (_, n) => tab(n)))

    const refusals = ended.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []))
    assert.equal(refusals.length, 5)
    assert.deepEqual(new Set(refusals), new Set(["conflict"]))
    assert.deepEqual(await states(till), ["expired", "open"])
    assert.equal((await till.stock()).units_taken, 1)
  },
)

onBothDatabases("while a browser corrects its address no other buyer gets its unit", async (t, kind) => {
  const till = await openTill(t, kind, { stockLimit: 1 })
  const by = browser()
  await till.checkout({ buyerEmail: typo }, by)
  const others: string[] = []
  const payments = {
    ...till.sandbox,
    expireCheckoutSession: async (...asked: Parameters<typeof till.sandbox.expireCheckoutSession>) => {
      const checkoutSession = await till.sandbox.expireCheckoutSession(...asked)
      await till.deliver()
      await till.checkout({ buyerEmail: "cy@example.com" }).catch(({ code }) => others.push(code))
      return checkoutSession
    },
  }
  const app = { ...till.app, payments }
  const { sessionId } = await tillOf({ ...till, app, cx: systemContext(app) }, till.offer).checkout({}, by)

  assert.ok(sessionId)
  assert.deepEqual(others, ["conflict"])
})

onBothDatabases(
  "another browser that types the address of a checkout elsewhere ends nothing of a third",
  async (t, kind) => {
    const till = await openTill(t, kind)
    const mine = await till.checkout({ buyerEmail: typo }, browser())
    await till.checkout({}, browser())
    assert.equal(await atProcessor(till, mine), "open")
  },
)

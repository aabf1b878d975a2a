import assert from "node:assert/strict"
import { test } from "node:test"
import { readSeenPrice, type SeenPrice, writeSeenPrice } from "#contract/seen-price.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { type Browser, browser, openTill, type Till } from "#test/support/selling/till.ts"
import { editOffer } from "../offers/edit-offer.ts"

const changed = { code: "conflict", message: /total has changed/, hint: /Nothing was charged/ }

/** What the pay page shows now. */
async function look(till: Till, giftCode?: string): Promise<SeenPrice> {
  const { priceCents, currency } = (await till.getOffer()).offer
  const gift = giftCode === undefined ? undefined : await till.gift({ code: giftCode })
  return { priceCents, currency, discountCents: gift?.discountCents ?? 0 }
}

const seeing = (seenPrice: SeenPrice, more: Partial<Browser> = {}) => browser({ seenPrice, ...more })

const edit = (till: Till, changes: object) => till.act("member", editOffer, { id: till.offer.id, ...changes })

for (const [what, changes] of Object.entries({
  "a higher price": { priceCents: 2500 },
  "a lower price": { priceCents: 1000 },
  "another currency": { currency: "eur" },
  "no price": { priceCents: 0 },
})) {
  onBothDatabases(
    `a checkout is refused after the seller set ${what}, until the buyer has seen it`,
    async (t, kind) => {
      const till = await openTill(t, kind, { stockLimit: 1 })
      const seen = await look(till)
      await edit(till, changes)

      await assert.rejects(till.checkout({}, seeing(seen)), changed)
      assert.deepEqual(await till.purchases(), [])
      assert.equal((await till.stock()).units_taken, 0)

      const now = await look(till)
      const answer = await till.checkout({}, seeing(now))
      const [purchase] = await till.purchases()
      assert.deepEqual([purchase?.amount_cents, purchase?.currency], [now.priceCents, now.currency])
      if (now.priceCents === 0) assert.ok(answer.deliveryUrl)
      else {
        const { amountCents, currency } = await till.form(answer.sessionId ?? "")
        assert.deepEqual([amountCents, currency], [now.priceCents, now.currency])
      }
    },
  )
}

onBothDatabases(
  "a free offer that has a price meanwhile is not charged before the buyer has seen it",
  async (t, kind) => {
    const till = await openTill(t, kind, { priceCents: 0 })
    const seen = await look(till)
    await edit(till, { priceCents: 900 })

    await assert.rejects(till.checkout({}, seeing(seen)), changed)
    assert.deepEqual(await till.purchases(), [])
  },
)

onBothDatabases("a gift that no longer covers the whole price is not charged for unseen", async (t, kind) => {
  const till = await openTill(t, kind)
  await till.addGiftCode("ALL", { balance_cents: 1900 })
  const seen = await look(till, "ALL")
  assert.equal(seen.discountCents, 1900)
  await edit(till, { priceCents: 2900 })

  await assert.rejects(till.checkout({ giftCode: "ALL" }, seeing(seen)), changed)
  const { sessionId = "" } = await till.checkout({ giftCode: "ALL" }, seeing(await look(till, "ALL")))
  assert.equal((await till.form(sessionId)).amountCents, 1000)
})

onBothDatabases("a gift whose balance others have used meanwhile is not charged for unseen", async (t, kind) => {
  const till = await openTill(t, kind)
  await till.addGiftCode("SOME", { balance_cents: 2300 })
  const seen = await look(till, "SOME")
  await till.checkout({ giftCode: "SOME", buyerEmail: "cy@example.com" })

  await assert.rejects(till.checkout({ giftCode: "SOME" }, seeing(seen)), changed)
  assert.equal((await till.purchases()).length, 1)
  const now = await look(till, "SOME")
  assert.equal(now.discountCents, 400)
  const { sessionId = "" } = await till.checkout({ giftCode: "SOME" }, seeing(now))
  assert.equal((await till.form(sessionId)).amountCents, 1500)
})

onBothDatabases(
  "of 20 buyers who all saw a balance for one, one pays and none is charged another total",
  async (t, kind) => {
    const till = await openTill(t, kind)
    const codeId = await till.addGiftCode("ONE", { balance_cents: 1000 })
    const seen = await look(till, "ONE")

    const ended = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        till.checkout({ giftCode: "ONE", buyerEmail: `bo${n}@example.com` }, seeing(seen)),
      ),
    )

    assert.equal(ended.filter(({ status }) => status === "fulfilled").length, 1)
    assert.deepEqual(valuesOf(await till.purchases(), "amount_cents"), [900])
    const { held_cents, uses } = await till.giftCode(codeId)
    assert.deepEqual({ held_cents, uses }, { held_cents: 1000, uses: 1 })
  },
)

onBothDatabases("while the seller edits the price, each buyer is charged what they saw or nothing", async (t, kind) => {
  const till = await openTill(t, kind)
  const seenBy = new Map<string, number>()
  const buy = async (n: number) => {
    const buyerEmail = `bo${n}@example.com`
    const seen = await look(till)
    seenBy.set(buyerEmail, seen.priceCents)
    return till.checkout({ buyerEmail }, seeing(seen)).catch((error) => assert.match(error.message, changed.message))
  }

  await Promise.all(
    Array.from({ length: 12 }, (_, n) => Promise.all([edit(till, { priceCents: 1000 + n * 100 }), buy(n)])),
  )

  for (const { buyer_email, amount_cents } of await till.purchases()) {
    assert.equal(amount_cents, seenBy.get(buyer_email ?? ""))
  }
})

onBothDatabases("of 20 buyers who all saw a balance that pays for one, none is charged the rest", async (t, kind) => {
  const till = await openTill(t, kind)
  await till.addGiftCode("TWO", { balance_cents: 2300 })
  const seen = await look(till, "TWO")
  assert.equal(seen.discountCents, 1900)

  const ended = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      till.checkout({ giftCode: "TWO", buyerEmail: `bo${n}@example.com` }, seeing(seen)),
    ),
  )

  assert.equal(ended.filter(({ status }) => status === "fulfilled").length, 1)
  assert.deepEqual(valuesOf(await till.purchases(), "amount_cents"), [0])
})

onBothDatabases("a browser's open checkout is continued only at the total that it shows", async (t, kind) => {
  const till = await openTill(t, kind)
  const codeId = await till.addGiftCode("SOME", { balance_cents: 400 })
  const by = seeing(await look(till, "SOME"))
  const first = await till.checkout({ giftCode: "SOME" }, by)
  assert.equal((await till.checkout({ giftCode: "SOME" }, by)).sessionId, first.sessionId)

  await till.app.database.transaction((db) =>
    db.updateTable("gift_codes").set({ balance_cents: 700 }).where("id", "=", codeId).execute(),
  )
  const { discountCents = 0 } = await till.gift({ code: "SOME" }, by)
  by.seenPrice = { ...(await look(till)), discountCents }
  const second = await till.checkout({ giftCode: "SOME" }, by)
  assert.equal((await till.form(second.sessionId ?? "")).amountCents, 1200)
  assert.deepEqual(valuesOf(await till.purchases(), "state").sort(), ["expired", "open"])
})

test("the price that a page sends as seen is read only in the form that the page writes", () => {
  const seen = { priceCents: 1900, currency: "usd", discountCents: 500 }
  assert.deepEqual(readSeenPrice(writeSeenPrice(seen)), seen)
  for (const text of [undefined, "", "1900", "1900 usd", "1900 USD 0", "-1 usd 0", "1.5 usd 0", ["1900 usd 0"]]) {
    assert.equal(readSeenPrice(text), undefined)
  }
})

import assert from "node:assert/strict"
import { join } from "node:path"
import type { TestContext } from "node:test"
import { processRefund } from "#domains/handover/payments/process-refund.ts"
import { requestRefund } from "#domains/handover/payments/request-refund.ts"
import { settlePurchase } from "#domains/handover/payments/settle-purchase.ts"
import { valuesOf } from "../basics/values-of.ts"
import type { DatabaseKind } from "../databases/test-databases.ts"
import { auditAtRest, readBooks } from "./money-checker.ts"
import { offerOnSale } from "./shop.ts"
import { browser, openTill, type Till, tillOf } from "./till.ts"

const card = { card: "4242424242424242" }

/** Starts all of it in parallel. Counts the outcomes by error code or `ok`. */
async function race<Answer>(t: TestContext, times: number, run: (n: number) => Promise<Answer>) {
  const ended = await Promise.allSettled(Array.from({ length: times }, (_, n) => run(n)))
  const outcomes: Record<string, number> = {}
  for (const one of ended) {
    const outcome = one.status === "fulfilled" ? "ok" : String(one.reason.code ?? one.reason)
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  t.diagnostic(`${times} at once: ${JSON.stringify(outcomes)}`)
  return { outcomes, answers: ended.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])) }
}

const buyer = (n: number) => `buyer${n}@example.com`

async function booksAreRight({ app, folder, offer }: Till): Promise<void> {
  assert.deepEqual(auditAtRest(await readBooks(app.database.read, join(folder, "sandbox.db"), offer.id)), [])
}

/** Tests of parallel requests, by their titles. */
export const races: Record<string, (t: TestContext, kind: DatabaseKind) => Promise<void>> = {
  async "of 50 parallel checkouts on a code that pays for three, three succeed"(t, kind) {
    const till = await openTill(t, kind)
    const codeId = await till.addGiftCode("THREE", { balance_cents: 5700 })

    const { outcomes } = await race(t, 50, (n) => till.checkout({ buyerEmail: buyer(n), giftCode: "THREE" }))

    assert.deepEqual(outcomes, { ok: 3, not_found: 47 })
    const { held_cents, spent_cents, uses } = await till.giftCode(codeId)
    assert.deepEqual({ held_cents, spent_cents, uses }, { held_cents: 0, spent_cents: 5700, uses: 3 })
    await booksAreRight(till)
  },

  async "50 parallel checkouts of two offers on one code never use more than its balance"(t, kind) {
    const till = await openTill(t, kind)
    const sold = await offerOnSale(till, { priceCents: 2500 })
    const other = tillOf(till, { id: sold.id, key: sold.shortKey ?? "" })
    const codeId = await till.addGiftCode("ANY", { offer_id: null, balance_cents: 2300 })

    const { outcomes } = await race(t, 50, (n) =>
      (n % 2 ? till : other).checkout({ buyerEmail: buyer(n), giftCode: "ANY" }),
    )

    const purchases = [...(await till.purchases()), ...(await other.purchases())]
    const given = purchases.reduce((cents, { discount_cents }) => cents + discount_cents, 0)
    const { held_cents, spent_cents, uses } = await till.giftCode(codeId)
    assert.deepEqual({ given, uses, ok: outcomes.ok }, { given: 2300, uses: purchases.length, ok: purchases.length })
    assert.equal(held_cents + spent_cents, 2300)
  },

  async "of 50 parallel redemptions of a full-comp code for three, three succeed"(t, kind) {
    const till = await openTill(t, kind)
    const codeId = await till.addGiftCode("FULL", { kind: "full", balance_cents: 0, max_uses: 3 })

    const { outcomes, answers } = await race(t, 50, (n) =>
      till.gift({ code: "FULL", ...(n % 2 ? { buyerEmail: buyer(n) } : {}) }),
    )

    assert.deepEqual(outcomes, { ok: 3, not_found: 47 })
    assert.equal(new Set(answers.map(({ deliveryUrl }) => deliveryUrl)).size, 3)
    assert.equal((await till.giftCode(codeId)).uses, 3)
    await booksAreRight(till)
  },

  async "of 50 parallel redemptions for one address, one succeeds"(t, kind) {
    const till = await openTill(t, kind)
    await till.addGiftCode("FULL", { kind: "full", balance_cents: 0 })

    const { outcomes } = await race(t, 50, () => till.gift({ code: "FULL", buyerEmail: "bo@example.com" }))

    const { ok, conflict = 0, rate_limited = 0 } = outcomes // an address gets six mails an hour
    assert.deepEqual({ ok, refused: conflict + rate_limited }, { ok: 1, refused: 49 })
    await booksAreRight(till)
  },

  async "of 50 parallel checkouts for the last three units, three succeed"(t, kind) {
    const till = await openTill(t, kind, { stockLimit: 3 })

    const { outcomes } = await race(t, 50, (n) => till.checkout({ buyerEmail: buyer(n) }))

    assert.deepEqual(outcomes, { ok: 3, conflict: 47 })
    assert.equal((await till.stock()).units_taken, 3)
  },

  async "50 parallel repetitions of one request make one purchase and one checkout session"(t, kind) {
    const till = await openTill(t, kind)

    const { outcomes, answers } = await race(t, 50, () => till.checkout({}, browser({ requestKey: "request-1" })))

    assert.deepEqual(outcomes, { ok: 50 })
    assert.equal(new Set(answers.map(({ sessionId }) => sessionId)).size, 1)
    assert.equal((await till.purchases()).length, 1)
  },

  async "webhook, verify and reconciler in parallel make one fulfilment and one receipt"(t, kind) {
    const till = await openTill(t, kind)
    await till.addGiftCode("FIVE")
    const { sessionId = "" } = await till.checkout({ giftCode: "FIVE" })
    await till.sandbox.pay(sessionId, card)
    const [purchase] = await till.purchases()
    till.clock.advance(6 * 60_000)

    await race<unknown>(t, 30, (n) => {
      if (n % 3 === 0) return till.verify(sessionId)
      if (n % 3 === 1) return settlePurchase(till.cx, { purchaseId: purchase?.id ?? "" })
      return n === 2 ? till.deliver() : till.reconcile()
    })
    await till.work()

    assert.deepEqual(valuesOf(await till.purchases(), "state"), ["fulfilled"])
    assert.equal(till.mails().filter((mail) => /^To:.*bo@example.com/im.test(mail)).length, 1)
    await booksAreRight(till)
  },

  async "of ten parallel payments of one address, one is kept and nine are refunded"(t, kind) {
    const till = await openTill(t, kind)
    const checkouts = await till.openRivals(10)
    for (const sessionId of checkouts) await till.sandbox.pay(sessionId, card)

    const { answers } = await race(t, 10, (n) => till.verify(checkouts[n] ?? ""))
    assert.equal(answers.filter(({ fulfilled }) => fulfilled).length, 1)
    assert.equal(
      answers.filter(({ error }) => error && /refunded/.test(error)).length,
      9,
      "nobody stumbles over another",
    )
    await till.deliver()
    await till.deliver()

    const states = (await till.purchases()).map(({ state }) => state).sort()
    assert.deepEqual(states, ["fulfilled", ...Array(9).fill("refunded")])
    assert.equal((await till.stock()).units_taken, 1)
    await booksAreRight(till)
  },

  async "a refund that is requested and carried out 30 times in parallel is one refund"(t, kind) {
    const till = await openTill(t, kind)
    const { sessionId = "" } = await till.checkout({})
    await till.sandbox.pay(sessionId, card)
    await till.verify(sessionId)
    const purchaseId = (await till.purchases())[0]?.id ?? ""

    const { answers } = await race(t, 30, () =>
      till.cx.atomically((cx) =>
        requestRefund(cx, { id: purchaseId, workspace_id: till.workspaceId }, "The seller gave it back."),
      ),
    )
    assert.equal(answers.filter(Boolean).length, 1)
    await race(t, 30, () => processRefund(till.cx, { purchaseId }))
    await till.deliver()

    assert.deepEqual(valuesOf(await till.purchases(), "state"), ["refunded"])
    assert.equal((await till.stock()).units_taken, 0)
    await booksAreRight(till)
  },
}

import assert from "node:assert/strict"
import { test } from "node:test"
import { type OpenBench, outcome, paidSession, sessionRequest } from "./contract-bench.ts"

/** Which amounts a processor charges in each currency. */
export function amountContract(open: OpenBench): void {
  test("refuses less than the minimum of the currency, and takes exactly the minimum", async (t) => {
    const bench = await open(t)
    for (const currency of ["usd", "gbp", "jpy"]) {
      const least = bench.payments.amountRules(currency).minimumCents
      const below = sessionRequest(bench, { currency, amountCents: least - 1 })
      await assert.rejects(bench.payments.openSession(bench.account, below), outcome("refused"))

      const session = await bench.payments.openSession(bench.account, { ...below, amountCents: least })

      assert.equal(session.amountCents, least, "a refusal of the parameters is not kept for the key")
    }
  })

  test("charges currencies with special rules by Stripe's table, and no other amounts", async (t) => {
    const bench = await open(t)
    const { payments, account } = bench
    for (const [currency, taken, refused] of special) {
      const { minimumCents, maximumCents, stepCents } = payments.amountRules(currency)
      for (const amountCents of taken) {
        assert.equal(
          (await payments.openSession(account, sessionRequest(bench, { currency, amountCents }))).amountCents,
          amountCents,
        )
        assert.ok(amountCents >= minimumCents && amountCents <= maximumCents && amountCents % stepCents === 0)
      }
      for (const amountCents of refused) {
        const request = sessionRequest(bench, { currency, amountCents })
        await assert.rejects(
          payments.openSession(account, request),
          { name: "ProcessorError" },
          `${amountCents} ${currency}`,
        )
        assert.ok(amountCents < minimumCents || amountCents > maximumCents || amountCents % stepCents > 0)
      }
    }
  })

  test("charges a currency without minor units in whole units", async (t) => {
    const bench = await open(t)
    const session = await paidSession(bench, { currency: "jpy", amountCents: 500 })

    assert.equal(session.amountCents, 500)
    assert.equal(session.currency, "jpy")
  })
}

/** By currency: amounts that are charged, amounts that are not. */
const special: [string, number[], number[]][] = [
  ["isk", [100, 500, 99_999_900], [50, 501, 550]],
  ["ugx", [100, 500], [99, 150]],
  ["huf", [17_500, 17_501], [17_499]],
  ["twd", [80_000, 80_045], []],
  ["vnd", [50, 10_001], []],
  ["kwd", [5_120, 5_130], [5_124]],
  ["tnd", [1_000], [1_001]],
  ["usd", [99_999_999], [100_000_000]],
  ["inr", [999_999_999], [1_000_000_000]],
  ["cop", [9_999_999_999], [10_000_000_000]],
  ["idr", [999_999_999_999], [1_000_000_000_000]],
]

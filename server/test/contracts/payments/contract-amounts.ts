import assert from "node:assert/strict"
import { test } from "node:test"
import { checkoutSessionRequest, type OpenBench, outcome, paidCheckoutSession } from "./contract-bench.ts"

/** Which amounts a processor charges in each currency. */
export function amountContract(open: OpenBench): void {
  test("refuses less than the minimum of the currency, and takes exactly the minimum", async (t) => {
    const bench = await open(t)
    for (const currency of ["usd", "gbp", "jpy"]) {
      const least = bench.payments.amountRules(currency).minimumCents
      const below = checkoutSessionRequest(bench, { currency, amountCents: least - 1 })
      await assert.rejects(bench.payments.openCheckoutSession(bench.processorAccount, below), outcome("refused"))

      const checkoutSession = await bench.payments.openCheckoutSession(bench.processorAccount, {
        ...below,
        amountCents: least,
      })

      assert.equal(checkoutSession.amountCents, least, "a refusal of the parameters is not kept for the key")
    }
  })

  test("charges currencies with special rules by Stripe's table, and no other amounts", async (t) => {
    const bench = await open(t)
    const { payments, processorAccount } = bench
    for (const [currency, taken, refused] of special) {
      const { minimumCents, maximumCents, stepCents } = payments.amountRules(currency)
      for (const amountCents of taken) {
        const request = checkoutSessionRequest(bench, { currency, amountCents })
        assert.equal((await payments.openCheckoutSession(processorAccount, request)).amountCents, amountCents)
        assert.ok(amountCents >= minimumCents && amountCents <= maximumCents && amountCents % stepCents === 0)
      }
      for (const amountCents of refused) {
        const request = checkoutSessionRequest(bench, { currency, amountCents })
        await assert.rejects(
          payments.openCheckoutSession(processorAccount, request),
          { name: "ProcessorError" },
          `${amountCents} ${currency}`,
        )
        assert.ok(amountCents < minimumCents || amountCents > maximumCents || amountCents % stepCents > 0)
      }
    }
  })

  test("charges a currency without minor units in whole units", async (t) => {
    const bench = await open(t)
    const checkoutSession = await paidCheckoutSession(bench, { currency: "jpy", amountCents: 500 })

    assert.equal(checkoutSession.amountCents, 500)
    assert.equal(checkoutSession.currency, "jpy")
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

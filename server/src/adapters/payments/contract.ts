import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { type OpenBench, outcome, paidSession, sessionRequest } from "./contract-bench.ts"
import { faultContract } from "./contract-faults.ts"
import { moneyContract } from "./contract-money.ts"

/** What every payment processor must do; registered once for each. */
export function paymentsContract(name: string, open: OpenBench): void {
  describe(`payments: ${name}`, () => {
    openedSessions(open)
    endedSessions(open)
    limits(open)
    delayedPayments(open)
    moneyContract(open)
    faultContract(open)
  })
}

function openedSessions(open: OpenBench): void {
  test("opens a session that says what was asked", async (t) => {
    const bench = await open(t)
    const request = sessionRequest(bench)

    const session = await bench.payments.openSession(bench.account, request)

    assert.equal(session.status, "open")
    assert.equal(session.payment, "unpaid")
    assert.match(session.clientSecret ?? "", /_secret_/)
    const { amountCents, currency, reference, offerId, live, paymentId, refundedCents } = session
    assert.deepEqual(
      { amountCents, currency, reference, offerId, live, paymentId, refundedCents },
      {
        amountCents: 1900,
        currency: "usd",
        reference: request.reference,
        offerId: "offer_1",
        live: false,
        paymentId: null,
        refundedCents: 0,
      },
    )
    assert.ok(Math.abs(session.expiresAt - request.expiresAt) < 1000)
    assert.deepEqual(await bench.payments.findSession(bench.account, session.id), session)
  })

  test("answers the same session to the same key, and refuses the key with another amount", async (t) => {
    const bench = await open(t)
    const request = sessionRequest(bench)
    const first = await bench.payments.openSession(bench.account, request)

    assert.deepEqual(await bench.payments.openSession(bench.account, request), first)
    await assert.rejects(
      bench.payments.openSession(bench.account, { ...request, amountCents: 2000 }),
      outcome("failed"),
    )
    assert.equal(bench.countSessions(request.reference), 1)
  })

  test("forgets a key after 24 hours: it then opens another session", async (t) => {
    const bench = await open(t)
    const request = sessionRequest(bench)
    const first = await bench.payments.openSession(bench.account, request)
    bench.advance(24 * 3_600_000 + 1000)

    const again = await bench.payments.openSession(bench.account, { ...request, expiresAt: bench.now() + 3_600_000 })

    assert.notEqual(again.id, first.id)
  })

  test("shows a paid session as complete and paid, with the charge's name and no client secret", async (t) => {
    const bench = await open(t)
    const session = await paidSession(bench)

    assert.equal(session.status, "complete")
    assert.equal(session.payment, "paid")
    assert.equal(session.clientSecret, null)
  })
}

function endedSessions(open: OpenBench): void {
  test("knows no session of another account, and none that never was", async (t) => {
    const bench = await open(t)
    const { id } = await paidSession(bench)

    assert.equal(await bench.payments.findSession(bench.other, id), undefined)
    assert.equal(await bench.payments.findSession(bench.account, `${id}x`), undefined)
    await assert.rejects(bench.payments.expireSession(bench.other, id), outcome("account-fault"))
  })

  test("lets a session expire by itself", async (t) => {
    const bench = await open(t)
    const { id } = await bench.payments.openSession(bench.account, sessionRequest(bench))
    bench.advance(3_601_000)

    const session = await bench.payments.findSession(bench.account, id)

    assert.equal(session?.status, "expired")
    assert.equal(session?.clientSecret, null)
    await assert.rejects(bench.pay(id))
  })

  test("ends an open session, twice if asked, and leaves a paid one paid", async (t) => {
    const bench = await open(t)
    const { id } = await bench.payments.openSession(bench.account, sessionRequest(bench))
    const paid = await paidSession(bench)

    assert.equal((await bench.payments.expireSession(bench.account, id)).status, "expired")
    assert.equal((await bench.payments.expireSession(bench.account, id)).status, "expired")
    assert.equal((await bench.payments.expireSession(bench.account, paid.id)).payment, "paid")
  })
}

function limits(open: OpenBench): void {
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

  test("charges the currencies with rules of their own by Stripe's table, and nothing beside it", async (t) => {
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

  test("charges a currency without minor units as the number says", async (t) => {
    const bench = await open(t)
    const session = await paidSession(bench, { currency: "jpy", amountCents: 500 })

    assert.equal(session.amountCents, 500)
    assert.equal(session.currency, "jpy")
  })

  test("refuses an address that is none; an empty title and a currency that there is not are no buyer's fault", async (t) => {
    const bench = await open(t)
    for (const values of [{ buyerEmail: "bo" }, { title: "" }, { currency: "dollars" }]) {
      const request = sessionRequest(bench, values)
      const expected = "buyerEmail" in values ? "refused" : "account-fault"
      await assert.rejects(bench.payments.openSession(bench.account, request), outcome(expected))
      assert.equal(bench.countSessions(request.reference), 0)
    }
  })

  test("refuses a session that would live for less than 30 minutes or more than a day", async (t) => {
    const bench = await open(t)
    for (const minutes of [29, 24 * 60 + 1]) {
      const request = sessionRequest(bench, { expiresAt: bench.now() + minutes * 60_000 })
      await assert.rejects(bench.payments.openSession(bench.account, request), outcome("account-fault"))
    }
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

function delayedPayments(open: OpenBench): void {
  test("shows a delayed payment as complete and unpaid until the bank has paid", async (t) => {
    const bench = await open(t)
    const { id } = await bench.payments.openSession(bench.account, sessionRequest(bench))
    await bench.payDelayed(id, "succeeds")
    const waiting = await bench.payments.findSession(bench.account, id)
    await bench.settle(id)
    const settled = await bench.payments.findSession(bench.account, id)

    assert.deepEqual([waiting?.status, waiting?.payment], ["complete", "unpaid"])
    assert.deepEqual([settled?.status, settled?.payment], ["complete", "paid"])
    assert.equal(settled?.paymentId, waiting?.paymentId)
  })

  test("shows a delayed payment that came to nothing as failed", async (t) => {
    const bench = await open(t)
    const { id } = await bench.payments.openSession(bench.account, sessionRequest(bench))
    await bench.payDelayed(id, "fails")
    await bench.settle(id)

    const session = await bench.payments.findSession(bench.account, id)

    assert.deepEqual([session?.status, session?.payment], ["complete", "failed"])
  })
}

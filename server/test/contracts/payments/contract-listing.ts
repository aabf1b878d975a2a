import assert from "node:assert/strict"
import { test } from "node:test"
import type { CheckoutSession, ProcessorOutcome } from "#adapters/payments/port.ts"
import type { CallFault } from "#adapters/payments/sandbox/faults.ts"
import {
  askTwice,
  type Bench,
  checkoutSessionRequest,
  type OpenBench,
  outcome,
  paidCheckoutSession,
  unkeyedFaults,
} from "./contract-bench.ts"

/** A processor's listings of a processor account's checkout sessions and events. */
export function listingContract(open: OpenBench): void {
  listedCheckoutSessions(open)
  pages(open)
  listedEvents(open)
  eventPages(open)
  for (const [kind, expected] of unkeyedFaults) {
    test(`${kind}: a listing can be repeated`, (t) => open(t).then((bench) => listAgain(bench, kind, expected)))
  }
}

function listedCheckoutSessions(open: OpenBench): void {
  test("lists an account's checkout sessions newest first, with the purchase of each", async (t) => {
    const bench = await open(t)
    const createdFrom = bench.now() - 1000
    const gift = { codeId: "gift_1", discountCents: 500 }
    const first = await bench.payments.openCheckoutSession(
      bench.processorAccount,
      checkoutSessionRequest(bench, { gift }),
    )
    const paid = await paidCheckoutSession(bench)
    await bench.payments.openCheckoutSession(bench.other, checkoutSessionRequest(bench))

    const { checkoutSessions, next } = await bench.payments.listCheckoutSessions(bench.processorAccount, {
      createdFrom,
    })

    assert.deepEqual([checkoutSessions.map(({ id }) => id), next], [[paid.id, first.id], null])
    assert.deepEqual(checkoutSessions[1], await bench.payments.findCheckoutSession(bench.processorAccount, first.id))
    const { buyerEmail, returnUrl, createdAt } = first
    assert.deepEqual(
      [first.gift, buyerEmail, returnUrl],
      [gift, "bo@example.com", checkoutSessionRequest(bench).returnUrl],
    )
    assert.ok(createdAt >= createdFrom && createdAt <= bench.now())
    assert.deepEqual([checkoutSessions[0]?.gift, checkoutSessions[0]?.payment], [null, "paid"])
  })

  test("omits checkout sessions from before the given time", async (t) => {
    const bench = await open(t)
    await bench.payments.openCheckoutSession(bench.processorAccount, checkoutSessionRequest(bench))
    bench.advance(60_000)
    const { id } = await bench.payments.openCheckoutSession(bench.processorAccount, checkoutSessionRequest(bench))

    const { checkoutSessions } = await bench.payments.listCheckoutSessions(bench.processorAccount, {
      createdFrom: bench.now() - 30_000,
    })

    assert.deepEqual(
      checkoutSessions.map((checkoutSession) => checkoutSession.id),
      [id],
    )
  })
}

function pages(open: OpenBench): void {
  test("lists page by page, and omits none when checkout sessions are opened and ended meanwhile", async (t) => {
    const bench = await open(t)
    const createdFrom = bench.now() - 1000
    const made: string[] = []
    for (let n = 0; n < 205; n++)
      made.unshift((await bench.payments.openCheckoutSession(bench.processorAccount, checkoutSessionRequest(bench))).id)
    const seen: CheckoutSession[] = []
    let cursor: string | undefined
    for (let pages = 0; pages < 3; pages++) {
      const page = await bench.payments.listCheckoutSessions(bench.processorAccount, {
        createdFrom,
        ...(cursor && { cursor }),
      })
      seen.push(...page.checkoutSessions)
      cursor = page.next ?? undefined
      await bench.payments.openCheckoutSession(bench.processorAccount, checkoutSessionRequest(bench))
      await bench.payments.expireCheckoutSession(bench.processorAccount, made[made.length - 1] ?? "")
      if (cursor) await bench.payments.expireCheckoutSession(bench.processorAccount, cursor)
    }

    assert.deepEqual([seen.map(({ id }) => id), cursor], [made, undefined])
    assert.equal(seen.at(-1)?.status, "expired", "as it is when its page is asked for")
    const unknown = bench.payments.listCheckoutSessions(bench.processorAccount, { createdFrom, cursor: "cs_none" })
    await assert.rejects(unknown, outcome("account-fault"))
  })
}

async function listAgain(bench: Bench, kind: CallFault, expected: ProcessorOutcome | null): Promise<void> {
  const listing = { createdFrom: bench.now() - 1000 }
  const { id } = await bench.payments.openCheckoutSession(bench.processorAccount, checkoutSessionRequest(bench))
  bench.plan("listSessions", kind)

  const { checkoutSessions } = await askTwice(expected, () =>
    bench.payments.listCheckoutSessions(bench.processorAccount, listing),
  )

  assert.deepEqual(
    checkoutSessions.map((checkoutSession) => checkoutSession.id),
    [id],
  )
}

function listedEvents(open: OpenBench): void {
  test("lists the events of webhooks, newest first, under the same ids", async (t) => {
    const bench = await open(t)
    const createdFrom = bench.now() - 1000
    const { id, paymentId } = await paidCheckoutSession(bench)
    await bench.dispute(id, "open")
    const brought = bench
      .takeWebhooks()
      .map(({ body, headers }) => bench.payments.readEvent(bench.processorAccount, body, headers))

    const { events, next } = await bench.payments.listEvents(bench.processorAccount, { createdFrom })

    assert.deepEqual(events.map(({ event }) => event).reverse(), brought)
    assert.deepEqual(events[0]?.event, { ...brought.at(-1), kind: "dispute", paymentId })
    assert.ok(events.every(({ createdAt }) => createdAt >= createdFrom && createdAt <= bench.now()))
    assert.equal(next, null)
    assert.deepEqual((await bench.payments.listEvents(bench.other, { createdFrom })).events, [])
    const unknown = bench.payments.listEvents(bench.processorAccount, { createdFrom, cursor: "evt_none" })
    await assert.rejects(unknown, outcome("account-fault"))
  })
}

function eventPages(open: OpenBench): void {
  test("lists events by page, and none that is older than 30 days", async (t) => {
    const bench = await open(t)
    await paidCheckoutSession(bench)
    bench.advance(31 * 24 * 3_600_000)
    const paid: string[] = []
    for (let n = 0; n < 103; n++) paid.unshift((await paidCheckoutSession(bench)).id)
    const first = await bench.payments.listEvents(bench.processorAccount, { createdFrom: 0 })
    assert.ok(first.next)
    await paidCheckoutSession(bench)

    const second = await bench.payments.listEvents(bench.processorAccount, { createdFrom: 0, cursor: first.next })

    const listed = [...first.events, ...second.events].map(
      ({ event }) => event.kind === "checkout-session" && event.checkoutSessionId,
    )
    assert.deepEqual([listed, second.next], [paid, null])
  })

  for (const [kind, expected] of unkeyedFaults) {
    test(`${kind}: the listing of events can be repeated`, async (t) => {
      const bench = await open(t)
      await paidCheckoutSession(bench)
      bench.plan("listEvents", kind)
      const list = () => bench.payments.listEvents(bench.processorAccount, { createdFrom: 0 })

      assert.equal((await askTwice(expected, list)).events.length, 1)
    })
  }
}

import assert from "node:assert/strict"
import { test } from "node:test"
import { checkoutSessionRequest, outcome } from "#test/contracts/payments/contract-bench.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { openTestSandbox } from "#test/support/selling/payment-sandbox.ts"
import { type CallFault, callFaults, seededFaults } from "./faults.ts"

const processorAccount = { id: "installation" } as const

test("a fault hits the planned call the planned number of times, also after a restart", async (t) => {
  const bench = openTestSandbox(t)
  const request = checkoutSessionRequest(bench)
  bench.sandbox.planFault({ operation: "openSession", kind: "timeout", after: 1, times: 2 })
  const { id } = await bench.sandbox.openCheckoutSession(processorAccount, request)
  assert.equal(
    (await bench.sandbox.findCheckoutSession(processorAccount, id))?.status,
    "open",
    "another operation is not hit",
  )

  const again = bench.openAgain()
  await assert.rejects(again.openCheckoutSession(processorAccount, request), outcome("unknown"))
  await assert.rejects(bench.sandbox.openCheckoutSession(processorAccount, request), outcome("unknown"))
  assert.equal((await again.openCheckoutSession(processorAccount, request)).id, id)
  assert.deepEqual(again.listFaults(), [])
})

test("cleared faults hit no call", async (t) => {
  const bench = openTestSandbox(t)
  bench.sandbox.planFault({ operation: "any", kind: "timeout" })
  bench.sandbox.clearFaults()

  assert.equal(
    (await bench.sandbox.openCheckoutSession(processorAccount, checkoutSessionRequest(bench))).status,
    "open",
  )
})

test("wrong-answer: the checkout session is described with another amount and currency, once", async (t) => {
  const bench = openTestSandbox(t)
  const { id } = await bench.sandbox.openCheckoutSession(processorAccount, checkoutSessionRequest(bench))
  bench.sandbox.planFault({ operation: "findSession", kind: "wrong-answer" })

  const wrong = await bench.sandbox.findCheckoutSession(processorAccount, id)
  const right = await bench.sandbox.findCheckoutSession(processorAccount, id)

  assert.deepEqual([wrong?.amountCents, wrong?.currency], [1901, "xxx"])
  assert.deepEqual([right?.amountCents, right?.currency], [1900, "usd"])
})

test("wrong-answer, stale-answer, wrong-ending: one answer about a refund is wrong, the next one is right", async (t) => {
  const bench = openTestSandbox(t)
  const { id } = await bench.sandbox.openCheckoutSession(processorAccount, checkoutSessionRequest(bench))
  await bench.sandbox.pay(id, { card: "4242424242424242" })
  const paymentId = (await bench.sandbox.findCheckoutSession(processorAccount, id))?.paymentId ?? ""
  const refund = async () => {
    const { status } = await bench.sandbox.refund(processorAccount, { paymentId, idempotencyKey: `${id}-refund` })
    return status
  }
  const said: string[] = []
  for (const kind of ["wrong-answer", "stale-answer", "wrong-ending"] as const) {
    bench.sandbox.planFault({ operation: "refund", kind })
    said.push(await refund())
  }
  assert.deepEqual([...said, await refund()], ["failed", "pending", "succeeded", "succeeded"])
  assert.equal((await bench.sandbox.findCheckoutSession(processorAccount, id))?.refundedCents, 1900)
})

test("one seed plans the same faults, another seed other ones, at about the given rate", () => {
  const plan = { calls: 1000, rate: 0.3, kinds: Object.keys(callFaults) as CallFault[] }
  const faults = seededFaults({ ...plan, seed: 7 })

  assert.deepEqual(seededFaults({ ...plan, seed: 7 }), faults)
  assert.notDeepEqual(seededFaults({ ...plan, seed: 8 }), faults)
  assert.ok(faults.length > 250 && faults.length < 350, `${faults.length} faults`)
  assert.equal(new Set(faults.map(({ kind }) => kind)).size, plan.kinds.length)
})

test("under any seed's faults each key finally opens one checkout session and refunds once", async (t) => {
  const bench = openTestSandbox(t)
  const kinds: CallFault[] = ["lost-answer", "timeout", "server-error", "rate-limited", "locked", "malformed"]
  for (let seed = 1; seed <= 20; seed++) {
    bench.sandbox.clearFaults()
    bench.sandbox.planSeeded({ seed, calls: 60, rate: 0.5, kinds })
    const until = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
      for (;;) {
        try {
          return await ask()
        } catch (error) {
          outcome("unknown")(error)
        }
      }
    }
    const request = checkoutSessionRequest(bench)
    const { id } = await until(() => bench.sandbox.openCheckoutSession(processorAccount, request))
    await bench.sandbox.pay(id, { card: "4242424242424242" })
    const paymentId = (await until(() => bench.sandbox.findCheckoutSession(processorAccount, id)))?.paymentId ?? ""
    await until(() =>
      bench.sandbox.refund(processorAccount, { paymentId, amountCents: 700, idempotencyKey: `${id}-refund` }),
    )

    const checkoutSessions = bench.sandbox.checkoutSessionsOf(request.reference)
    assert.deepEqual(valuesOf(checkoutSessions, "refundedCents"), [700], `seed ${seed}`)
  }
})

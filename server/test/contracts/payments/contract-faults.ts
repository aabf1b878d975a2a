import assert from "node:assert/strict"
import { test } from "node:test"
import { type ProcessorAccountState, ProcessorError, type ProcessorOutcome } from "#adapters/payments/port.ts"
import type { CallFault } from "#adapters/payments/sandbox/faults.ts"
import { checkoutSessionRequest, type OpenBench, paidCheckoutSession } from "./contract-bench.ts"

/** The behaviour of a processor when a call fails in transit: one effect, and an outcome that says what to do. */
export function faultContract(open: OpenBench): void {
  for (const [kind, expected] of faults) wire(open, kind, expected)
  processorAccounts(open)
}

/** The outcome of each fault for a call with a key. Null: the call still succeeds. */
const faults: [CallFault, ProcessorOutcome | null][] = [
  ["lost-answer", "unknown"],
  ["timeout", "unknown"],
  ["server-error", "unknown"],
  ["server-error-stored", "failed"],
  ["server-error-stored-late", "failed"],
  ["rate-limited", "unknown"],
  ["locked", "unknown"],
  ["unauthorized", "account-fault"],
  ["forbidden", "account-fault"],
  ["bad-parameter", "account-fault"],
  ["malformed", "unknown"],
  ["slow", null],
]

function wire(open: OpenBench, kind: CallFault, expected: ProcessorOutcome | null): void {
  test(`${kind}: a checkout session is opened once in the end, and the outcome is ${expected ?? "an answer"}`, async (t) => {
    const bench = await open(t)
    const request = checkoutSessionRequest(bench)
    bench.plan("openSession", kind)
    const checkoutSession = await untilAnswered(expected, (attempt) =>
      bench.payments.openCheckoutSession(bench.processorAccount, {
        ...request,
        idempotencyKey: `${request.idempotencyKey}-${attempt}`,
      }),
    )

    assert.equal((await bench.payments.findCheckoutSession(bench.processorAccount, checkoutSession.id))?.status, "open")
    // A stored failure with an effect leaves behind a checkout session whose secret is unknown.
    assert.equal(bench.countCheckoutSessions(request.reference), kind === "server-error-stored-late" ? 2 : 1)
  })

  test(`${kind}: money is refunded once in the end`, async (t) => {
    const bench = await open(t)
    const { id, paymentId } = await paidCheckoutSession(bench)
    bench.plan("refund", kind)
    await untilAnswered(expected, (attempt) =>
      bench.payments.refund(bench.processorAccount, {
        paymentId,
        amountCents: 1900,
        idempotencyKey: `${id}-refund-${attempt}`,
      }),
    )

    assert.equal((await bench.payments.findCheckoutSession(bench.processorAccount, id))?.refundedCents, 1900)
  })

  test(`${kind}: a lookup and an expiry can be repeated`, async (t) => {
    const bench = await open(t)
    const { id } = await bench.payments.openCheckoutSession(bench.processorAccount, checkoutSessionRequest(bench))
    const unkeyed = expected === "failed" ? "unknown" : expected
    bench.plan("findSession", kind)
    const found = await untilAnswered(unkeyed, () => bench.payments.findCheckoutSession(bench.processorAccount, id))
    bench.plan("expireSession", kind)
    const ended = await untilAnswered(unkeyed, () => bench.payments.expireCheckoutSession(bench.processorAccount, id))

    assert.equal(found?.status, "open")
    assert.equal(ended.status, "expired")
  })
}

const fine = { finding: "fine", isCompared: true }

/** The result of a check of a processor account under each fault. */
const found: Partial<Record<CallFault, ProcessorAccountState | "the account">> = {
  unauthorized: { processorId: null, fault: "secret-refused" },
  forbidden: { processorId: null, fault: null },
  slow: "the account",
}

function processorAccounts(open: OpenBench): void {
  test("a check accepts the keys of one account, or finds that they move no money; the form opens with the account's own key", async (t) => {
    const { payments, processorAccount, other } = await open(t)

    assert.deepEqual(await payments.testKeys(other), payments.isLive(other) ? fine : { finding: "sandbox" })
    assert.match(payments.publishableKey(other), /^pk_/)
    assert.equal(payments.publishableKey(other) === payments.publishableKey(processorAccount), !payments.isLive(other))
  })

  test("a check of an account finds it able to sell, and tells accounts apart by their ids", async (t) => {
    const { payments, processorAccount, other } = await open(t)
    const [first, again, second] = [processorAccount, processorAccount, other].map((one) =>
      payments.findProcessorAccount(one),
    )

    assert.match((await first)?.processorId ?? "", /^acct_\w+$/)
    assert.deepEqual(await again, await first)
    assert.notEqual((await second)?.processorId, (await first)?.processorId)
    assert.deepEqual([(await first)?.fault, (await second)?.fault], [null, null])
  })

  for (const [kind, expected] of faults) {
    const outcome = expected === "failed" ? "unknown" : expected
    const says = kind in found ? "says what the key may not" : `throws ${outcome}`
    test(`${kind}: a check of an account ${says}, and the next one finds it`, async (t) => {
      const bench = await open(t)
      const usual = await bench.payments.findProcessorAccount(bench.processorAccount)
      bench.plan("findAccount", kind)
      const known = found[kind]
      if (known === undefined) {
        await assert.rejects(bench.payments.findProcessorAccount(bench.processorAccount), {
          name: "ProcessorError",
          outcome,
        })
      } else {
        assert.deepEqual(
          await bench.payments.findProcessorAccount(bench.processorAccount),
          known === "the account" ? usual : known,
        )
      }

      assert.deepEqual(await bench.payments.findProcessorAccount(bench.processorAccount), usual)
    })
  }
}

/** Retries by the rules: after `failed` with the next key, after `unknown` (and after a repair) with the same key. */
async function untilAnswered<Answer>(
  expected: ProcessorOutcome | null,
  ask: (attempt: number) => Promise<Answer>,
): Promise<Answer> {
  const seen: ProcessorOutcome[] = []
  for (let attempt = 1, tries = 0; ; tries++) {
    try {
      const answer = await ask(attempt)
      assert.equal(seen.at(-1) ?? null, expected)
      return answer
    } catch (error) {
      if (!(error instanceof ProcessorError) || error.outcome === "refused" || tries > 3) throw error
      seen.push(error.outcome)
      if (error.outcome === "failed") attempt++
    }
  }
}

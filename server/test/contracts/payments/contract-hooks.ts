import assert from "node:assert/strict"
import { test } from "node:test"
import type { Hook, HookRefusal } from "#adapters/payments/port.ts"
import type { CallFault } from "#adapters/payments/sandbox/faults.ts"
import { type Bench, checkoutSessionRequest, type OpenBench, outcome } from "./contract-bench.ts"

/** How a processor creates and removes a processor account's webhook. */
export function hookContract(open: OpenBench): void {
  madeHooks(open)
  removedHooks(open)
  for (const [kind, expected] of Object.entries(faults) as [CallFault, string][]) hookFaults(open, { kind, expected })
}

const url = "https://atelier.example/webhooks/stripe/account_2"

async function makeHook({ payments, other }: Bench, at = url): Promise<Hook> {
  const made = await payments.makeHook(other, at)
  assert.ok("secret" in made, JSON.stringify(made))
  return made
}

/** Causes events on the account. Returns the ids of the events from its webhook, verified with that secret. */
async function bringEvents(bench: Bench, webhookSecret: string, at = url): Promise<string[]> {
  const { id } = await bench.payments.openCheckoutSession(bench.other, checkoutSessionRequest(bench))
  await bench.payments.expireCheckoutSession(bench.other, id)
  const sent = bench.takeWebhooks().filter((webhook) => webhook.url === at)
  return sent.flatMap(({ body, headers }) => {
    const event = bench.payments.readEvent({ ...bench.other, webhookSecret }, body, headers)
    return event.kind === "checkout-session" ? [event.checkoutSessionId] : []
  })
}

function madeHooks(open: OpenBench): void {
  test("a created webhook sends the account's events to its address, signed by its secret", async (t) => {
    const bench = await open(t)
    const { secret } = await makeHook(bench)

    assert.equal((await bringEvents(bench, secret)).length, 1)
    await assert.rejects(bringEvents(bench, "whsec_another"), { code: "invalid_request" })
  })

  test("a webhook that is created again replaces the previous one, at another address too", async (t) => {
    const bench = await open(t)
    const moved = "https://moved.example/webhooks/stripe/account_2"
    const first = await makeHook(bench)
    const second = await makeHook(bench, moved)

    assert.notEqual(second.id, first.id)
    assert.deepEqual(bench.hookUrls(), [moved])
    assert.equal((await bringEvents(bench, second.secret, moved)).length, 1)
    await assert.rejects(bringEvents(bench, first.secret, moved), { code: "invalid_request" })
  })
}

function removedHooks(open: OpenBench): void {
  test("a removed webhook sends nothing, and can be removed again and created again", async (t) => {
    const bench = await open(t)
    const { secret } = await makeHook(bench)
    await bench.payments.removeHook(bench.other)
    await bench.payments.removeHook(bench.other)

    assert.deepEqual([bench.hookUrls(), await bringEvents(bench, secret)], [[], []])
    await makeHook(bench)
    assert.deepEqual(bench.hookUrls(), [url])
  })

  test("a webhook is not affected when webhooks of another account are created and removed", async (t) => {
    const bench = await open(t)
    const { secret } = await makeHook(bench)
    const twin = { ...bench.other, id: "account_3" }
    await bench.payments.makeHook(twin, "https://atelier.example/webhooks/stripe/account_3")
    await bench.payments.removeHook(twin)

    assert.deepEqual(bench.hookUrls(), [url])
    assert.equal((await bringEvents(bench, secret)).length, 1)
  })
}

/** The outcome of each fault for both calls: a refusal, or an error with this outcome. */
const faults = {
  "lost-answer": "unknown",
  timeout: "unknown",
  "server-error": "unknown",
  "server-error-stored": "unknown",
  "server-error-stored-late": "unknown",
  "rate-limited": "unknown",
  locked: "unknown",
  unauthorized: "account-fault",
  forbidden: "right-missing",
  "bad-parameter": "not-accepted",
  malformed: "unknown",
  slow: "answered",
} as const satisfies Partial<Record<CallFault, "unknown" | "account-fault" | "answered" | HookRefusal>>

const isRefusal = (expected: string) => expected === "right-missing" || expected === "not-accepted"

function hookFaults(open: OpenBench, { kind, expected }: { kind: CallFault; expected: string }): void {
  test(`${kind}: the creation of a webhook is ${expected}, and a retry leaves one`, async (t) => {
    const bench = await open(t)
    bench.plan("makeHook", kind)
    const asked = bench.payments.makeHook(bench.other, url)
    if (expected === "answered") assert.ok("secret" in (await asked))
    else if (isRefusal(expected)) assert.deepEqual(await asked, { refused: expected })
    else await assert.rejects(asked, { name: "ProcessorError", outcome: expected })
    const { secret } = await makeHook(bench)

    assert.deepEqual(bench.hookUrls(), [url])
    assert.equal((await bringEvents(bench, secret)).length, 1)
  })

  test(`${kind}: the removal of a webhook can be repeated`, async (t) => {
    const bench = await open(t)
    await makeHook(bench)
    bench.plan("removeHook", kind)
    const asked = bench.payments.removeHook(bench.other)
    if (expected === "answered") await asked
    else await assert.rejects(asked, outcome(expected === "unknown" ? "unknown" : "account-fault"))
    await bench.payments.removeHook(bench.other)

    assert.deepEqual(bench.hookUrls(), [])
  })
}

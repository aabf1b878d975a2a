import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { perform } from "#access/perform.ts"
import type { Payments } from "#adapters/payments/port.ts"
import { setPaymentAccount, testPaymentAccount } from "#domains/handover/index.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { openTestStripe } from "#test/support/selling/stripe-account.ts"
import type { Fault } from "#test/support/stand-ins/stripe/http.ts"
import type { StandInAccount } from "#test/support/stand-ins/stripe/state.ts"
import { world } from "#test/support/worlds/world.ts"

const secretKey = "sk_test_51AdaSecret"
const publishableKey = "pk_test_51AdaPublic"
const webhookSecret = "whsec_abcdefghijklmnop"
const known = { secretKey, publishableKey, webhookSecret }

/** A workspace with stored keys, and a Stripe that knows `standing` of them. */
async function withKeys(t: TestContext, standing: Partial<StandInAccount> = {}) {
  const studio = await world(t)
  const { payments, patient, standIn } = await openTestStripe(t, { timeoutMs: 1_500 })
  standIn.addAccount({ ...known, ...standing })
  const { id } = await studio.act("admin", setPaymentAccount, { secretKey, publishableKey })
  const askWith = (payments: Payments) =>
    perform({ app: { ...studio.app, payments }, caller: studio.callers.admin }, testPaymentAccount, { id })
  return { ...studio, standIn, id, ask: () => askWith(patient), askImpatiently: () => askWith(payments) }
}

test("keys of one account with all rights are fine, before and after the webhook is set", async (t) => {
  const { act, ask, id, standIn } = await withKeys(t)

  const waiting = await ask()
  assert.equal(waiting.isFine, true)
  assert.match(waiting.message, /Both keys work/)
  assert.equal(waiting.hint, null)
  await act("admin", setPaymentAccount, { id, webhookSecret })
  assert.deepEqual(await ask(), waiting)

  const changes = standIn.requests.filter(({ method }) => method !== "GET").map(({ path }) => path)
  assert.deepEqual(changes, ["/v1/tokens", "/v1/tokens"], "nothing is charged, opened or refunded")
})

for (const [what, standing, said] of [
  ["a secret key that Stripe does not know", { secretKey: "sk_test_51Another" }, /doesn’t accept the secret key/],
  ["a publishable key that Stripe does not know", { publishableKey: "pk_test_51Another" }, /doesn’t accept the publ/],
  ["an account that cannot charge yet", { isClosed: true }, /disabled payments for this account/],
  ["a key that may not read sessions", { forbidden: ["/checkout/sessions"] }, /can’t read Checkout Sessions/],
  ["a key that may not read charges", { forbidden: ["/charges"] }, /can’t read Charges/],
] as const) {
  test(`${what} is explained in words`, async (t) => {
    const { ask } = await withKeys(t, standing)

    const { isFine, message, hint } = await ask()

    assert.equal(isFine, false)
    assert.match(message, said)
    assert.match(String(hint), /\.$/)
    assert.doesNotMatch(message + hint, /_test_/, "no key is repeated")
  })
}

test("keys of two accounts are recognised, and so is a revoked key", async (t) => {
  const { ask, standIn } = await withKeys(t, { publishableKey: "pk_test_51Another" })
  standIn.addAccount({ secretKey: "sk_test_51Other", publishableKey, webhookSecret })
  assert.match((await ask()).message, /different accounts/)

  standIn.revoke(secretKey)
  assert.match((await ask()).message, /doesn’t accept the secret key/)
})

test("a restricted key that may read neither its account nor tokens is fine, and marked as not compared", async (t) => {
  const { ask } = await withKeys(t, { forbidden: ["/v1/account", "/v1/tokens/"] })

  const { isFine, hint } = await ask()

  assert.equal(isFine, true)
  assert.match(String(hint), /compare/)
})

const wires: [string, Fault[]][] = [
  ["closes the connection", [{ kind: "drop-before", times: 2 }]],
  ["cuts its answer off", [{ kind: "truncate" }]],
  ["answers something else", [{ kind: "empty" }]],
  ["answers no JSON", [{ kind: "garble" }]],
  ["takes too long", [{ kind: "slow", ms: 2_000 }]],
  ["fails", [{ kind: "500" }]],
  ["is asked too much", [{ kind: "429" }]],
  ["answers something else of the token", [{ kind: "empty", path: "/v1/tokens/" }]],
]
for (const [what, faults] of wires) {
  test(`a Stripe that ${what} says nothing about the keys`, async (t) => {
    const { ask, askImpatiently, standIn } = await withKeys(t)
    standIn.faults.push(...faults)

    const { isFine, message } = await askImpatiently()

    assert.equal(isFine, false)
    assert.match(message, /didn’t respond/)
    assert.equal((await ask()).isFine, true, "the next answer counts")
  })
}

onBothDatabases("only admins test keys, only their workspace's, and with a limit", async (t, kind) => {
  const { act } = await world(t, kind)
  const { id } = await act("admin", setPaymentAccount, { secretKey, publishableKey })

  await assert.rejects(act("member", testPaymentAccount, { id }), { code: "workspace_forbidden" })
  await assert.rejects(act("stranger", testPaymentAccount, { id }), { code: "not_found" })
  for (let n = 0; n < 30; n += 1) {
    const { isFine, message } = await act("admin", testPaymentAccount, { id })
    assert.equal(isFine, false)
    assert.match(message, /sandbox/)
  }
  await assert.rejects(act("admin", testPaymentAccount, { id }), { code: "rate_limited" })
})

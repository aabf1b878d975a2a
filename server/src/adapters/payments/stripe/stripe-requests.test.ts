import assert from "node:assert/strict"
import { test } from "node:test"
import { openLog } from "#log/log.ts"
import { checkoutSessionRequest, outcome } from "#test/contracts/payments/contract-bench.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { openTestStripe, ownProcessorAccount, stripeKeys } from "#test/support/selling/stripe-account.ts"
import { silentLog } from "#test/support/worlds/world.ts"
import { openStripe } from "./stripe.ts"

const clock = { now: Date.now }

test("a checkout session is requested with exactly these parameters, our key and the tested API version", async (t) => {
  const { payments, standIn, processorAccount } = await openTestStripe(t)
  const request = checkoutSessionRequest(clock)
  await payments.openCheckoutSession(processorAccount, request)
  const [sent] = standIn.requests

  assert.deepEqual(JSON.parse(JSON.stringify(sent?.parameters)), {
    mode: "payment",
    ui_mode: "embedded_page",
    return_url: request.returnUrl,
    redirect_on_completion: "if_required",
    customer_email: "bo@example.com",
    client_reference_id: request.reference,
    metadata: { workspace: "workspace_1", offer: "offer_1", purchase: request.reference },
    payment_intent_data: { metadata: { workspace: "workspace_1", offer: "offer_1", purchase: request.reference } },
    managed_payments: { enabled: "false" },
    adaptive_pricing: { enabled: "false" },
    expires_at: String(Math.ceil(request.expiresAt / 1000)),
    line_items: {
      0: {
        quantity: "1",
        price_data: { currency: "usd", unit_amount: "1900", product_data: { name: "A book of “waves”" } },
      },
    },
  })
  assert.equal(sent?.headers["idempotency-key"], request.idempotencyKey)
  assert.equal(sent?.headers["stripe-version"], "2026-10-28.endive")
  assert.equal(sent?.headers["x-stripe-client-telemetry"], undefined)
})

test("Stripe is given no email that is not ASCII, and the buyer's comes back with the session", async (t) => {
  const { payments, standIn, processorAccount } = await openTestStripe(t)
  const buyerEmail = "почта@xn--e1afmkfd.xn--p1ai"
  const opened = await payments.openCheckoutSession(processorAccount, { ...checkoutSessionRequest(clock), buyerEmail })
  assert.equal(standIn.requests[0]?.parameters.customer_email, undefined)
  assert.equal((await payments.findCheckoutSession(processorAccount, opened.id))?.buyerEmail, buyerEmail)
})

test("an account that manages payments by default charges our price, since each checkout switches that off", async (t) => {
  const { payments, standIn } = await openTestStripe(t)
  const managed = { ...ownProcessorAccount, secretKey: "sk_test_managed" }
  standIn.addAccount({ ...managed, isManaged: true })
  const { id } = await payments.openCheckoutSession(managed, checkoutSessionRequest(clock))

  assert.equal((await payments.findCheckoutSession(managed, id))?.amountCents, 1900)
})

test("every POST has an idempotency key from us", async (t) => {
  const { payments, standIn, processorAccount } = await openTestStripe(t)
  const { id } = await payments.openCheckoutSession(processorAccount, checkoutSessionRequest(clock))
  const paid = await payments.openCheckoutSession(processorAccount, checkoutSessionRequest(clock))
  standIn.pay(paid.id)
  await payments.expireCheckoutSession(processorAccount, id)
  const paymentId = (await payments.findCheckoutSession(processorAccount, paid.id))?.paymentId ?? ""
  await payments.refund(processorAccount, { paymentId, amountCents: 100, idempotencyKey: "refund-1" })
  const keys = standIn.requests
    .filter(({ method }) => method === "POST")
    .map(({ headers }) => headers["idempotency-key"])

  assert.equal(keys.length, 4)
  assert.ok(keys.every((key) => typeof key === "string" && !key.startsWith("stripe-node-retry")))
})

test("a connection that closes is tried once more by the SDK, under the same key: one checkout session", async (t) => {
  const { payments, standIn, processorAccount } = await openTestStripe(t)
  const request = checkoutSessionRequest(clock)
  standIn.faults.push({ kind: "drop-after" })

  const checkoutSession = await payments.openCheckoutSession(processorAccount, request)

  assert.equal(standIn.requests.length, 2)
  assert.equal(new Set(standIn.requests.map(({ headers }) => headers["idempotency-key"])).size, 1)
  assert.deepEqual(valuesOf(standIn.checkoutSessionsOf(request.reference), "id"), [checkoutSession.id])
})

test("a request without an answer times out once, with an unknown outcome", async (t) => {
  const { payments, standIn, processorAccount } = await openTestStripe(t, { timeoutMs: 1_000 })
  const request = checkoutSessionRequest(clock)
  standIn.faults.push({ kind: "slow", ms: 2_000 })
  await assert.rejects(payments.openCheckoutSession(processorAccount, request), outcome("unknown"))
  assert.equal(standIn.requests.length, 1)
})

test("an answer that arrives byte by byte meets a deadline", async (t) => {
  const { payments, patient, standIn, processorAccount } = await openTestStripe(t, { timeoutMs: 100 })
  const request = checkoutSessionRequest(clock)
  standIn.faults.push({ kind: "drip", ms: 20 })
  await assert.rejects(payments.openCheckoutSession(processorAccount, request), outcome("unknown"))

  await patient.openCheckoutSession(processorAccount, request)

  assert.equal(standIn.checkoutSessionsOf(request.reference).length, 1)
})

test("a body that ends early is an unknown outcome; a retry gets the same checkout session", async (t) => {
  const { payments, standIn, processorAccount } = await openTestStripe(t)
  const request = checkoutSessionRequest(clock)
  standIn.faults.push({ kind: "truncate", times: 2 })
  await assert.rejects(payments.openCheckoutSession(processorAccount, request), outcome("unknown"))
  standIn.faults.length = 0

  await payments.openCheckoutSession(processorAccount, request)

  assert.equal(standIn.checkoutSessionsOf(request.reference).length, 1)
})

test("two requests with one key at once: one has to wait, and then gets the same checkout session", async (t) => {
  const { payments, standIn, processorAccount } = await openTestStripe(t)
  const request = checkoutSessionRequest(clock)
  standIn.faults.push({ kind: "slow", ms: 200 })
  const both = await Promise.allSettled([
    payments.openCheckoutSession(processorAccount, request),
    payments.openCheckoutSession(processorAccount, request),
  ])
  const [first] = both.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))
  const [refusal] = both.flatMap((one) => (one.status === "rejected" ? [one.reason] : []))

  outcome("unknown")(refusal)
  assert.equal((await payments.openCheckoutSession(processorAccount, request)).id, first?.id)
  assert.equal(standIn.checkoutSessionsOf(request.reference).length, 1)
})

test("a stored 500 without a header is recognised by its repetition: first unknown, then failed", async (t) => {
  const { payments, standIn, processorAccount } = await openTestStripe(t)
  const request = checkoutSessionRequest(clock)
  standIn.faults.push({ kind: "500-stored-late" })

  await assert.rejects(payments.openCheckoutSession(processorAccount, request), outcome("unknown"))
  await assert.rejects(payments.openCheckoutSession(processorAccount, request), outcome("failed"))
  await assert.rejects(payments.openCheckoutSession(processorAccount, request), outcome("failed"))
})

test("a wrong answer is returned unchanged: the caller compares it", async (t) => {
  const { payments, standIn, processorAccount } = await openTestStripe(t)
  const { id } = await payments.openCheckoutSession(processorAccount, checkoutSessionRequest(clock))
  standIn.faults.push({ kind: "wrong-answer" })

  assert.equal((await payments.findCheckoutSession(processorAccount, id))?.amountCents, 1)
})

test("an unexpected answer is logged with what Stripe's support needs, without a key or an address", async (t) => {
  const lines: string[] = []
  const log = openLog("info", { write: (line) => void lines.push(line) })
  const { payments, standIn, processorAccount } = await openTestStripe(t, { log })
  const stranger = { ...ownProcessorAccount, id: "account_3", secretKey: "sk_test_stranger" }
  await assert.rejects(payments.openCheckoutSession(stranger, checkoutSessionRequest(clock)), outcome("account-fault"))
  await assert.rejects(
    payments.openCheckoutSession(processorAccount, checkoutSessionRequest(clock, { buyerEmail: "bo@nowhere" })),
    outcome("refused"),
  )
  standIn.faults.push({ kind: "400" })
  await assert.rejects(
    payments.openCheckoutSession(processorAccount, checkoutSessionRequest(clock)),
    outcome("account-fault"),
  )
  await payments.findCheckoutSession(processorAccount, "cs_test_of_another_account")

  const seen = lines.map((line) => JSON.parse(line)).map(({ time, ...fields }) => fields)
  const fault = { level: "error", msg: "A call to Stripe failed.", outcome: "account-fault" }
  assert.deepEqual(seen, [
    { ...fault, call: "openCheckoutSession", account: "account_3", status: 401, upstreamRequestId: "req_1" },
    {
      ...{ level: "warn", msg: "Stripe refused a call.", outcome: "refused" },
      ...{ call: "openCheckoutSession", account: "installation", upstreamRequestId: "req_2" },
      ...{ status: 400, code: "email_invalid", param: "customer_email" },
    },
    {
      ...{ ...fault, call: "openCheckoutSession", account: "installation", upstreamRequestId: "req_3" },
      ...{ status: 400, code: "parameter_invalid_empty", param: "line_items[0][price_data]" },
    },
    {
      ...{ ...fault, call: "findCheckoutSession", account: "installation", upstreamRequestId: "req_4" },
      ...{ status: 404, code: "resource_missing", param: "session" },
    },
  ])
  assert.doesNotMatch(lines.join(""), /stranger|nowhere/)
})

test("a refusal that Stripe stored for a key does not affect the next key", async (t) => {
  const { payments, standIn, processorAccount } = await openTestStripe(t)
  const request = checkoutSessionRequest(clock)
  standIn.faults.push({ kind: "402-stored" })

  await assert.rejects(payments.openCheckoutSession(processorAccount, request), outcome("account-fault"))
  await assert.rejects(payments.openCheckoutSession(processorAccount, request), outcome("failed"))
  await payments.openCheckoutSession(processorAccount, { ...request, idempotencyKey: `${request.idempotencyKey}-2` })
})

test("when Stripe refuses to end an open checkout session, it is the account's fault", async (t) => {
  const { payments, standIn, processorAccount } = await openTestStripe(t)
  const { id } = await payments.openCheckoutSession(processorAccount, checkoutSessionRequest(clock))
  standIn.faults.push({ kind: "400", path: "/expire" })

  await assert.rejects(payments.expireCheckoutSession(processorAccount, id), outcome("account-fault"))
  assert.equal((await payments.expireCheckoutSession(processorAccount, id)).status, "expired")
})

test("each account uses its own keys; the secret key decides whether it is live", async (t) => {
  const { payments, standIn, processorAccount } = await openTestStripe(t)
  await payments.openCheckoutSession(ownProcessorAccount, checkoutSessionRequest(clock))

  assert.equal(standIn.requests[0]?.headers.authorization, `Bearer ${ownProcessorAccount.secretKey}`)
  assert.equal(payments.publishableKey(ownProcessorAccount), ownProcessorAccount.publishableKey)
  assert.equal(payments.publishableKey(processorAccount), stripeKeys.stripePublishableKey)
  assert.equal(payments.isLive(processorAccount), true)
  for (const mode of ["live", "test"]) {
    for (const secretKey of [`sk_${mode}_a`, `rk_${mode}_a`]) {
      assert.equal(payments.isLive({ ...ownProcessorAccount, secretKey }), mode === "live")
    }
  }
})

test("a live checkout session is marked as live", async (t) => {
  const { payments, standIn } = await openTestStripe(t)
  const live = { ...ownProcessorAccount, secretKey: "sk_live_a" }
  standIn.addAccount(live)

  const checkoutSession = await payments.openCheckoutSession(live, checkoutSessionRequest(clock))

  assert.equal(checkoutSession.live, true)
  assert.match(checkoutSession.id, /^cs_live_/)
})

test("more accounts work than clients are kept", async (t) => {
  const { payments, standIn } = await openTestStripe(t)
  for (let number = 0; number < 250; number++) {
    const processorAccount = { ...ownProcessorAccount, id: `account_${number}`, secretKey: `sk_test_${number}` }
    standIn.addAccount(processorAccount)
    assert.equal(await payments.findCheckoutSession(processorAccount, "cs_test_none"), undefined)
  }
})

test("an unreachable Stripe is an unknown outcome", async (t) => {
  const payments = openStripe({ paymentsUrl: "stripe://127.0.0.1:9", ...stripeKeys }, silentLog)
  t.after(() => payments.close())

  await assert.rejects(payments.findCheckoutSession({ id: "installation" }, "cs_test_1"), outcome("unknown"))
})

test("a list of checkout sessions that hangs, drips, is cut off or is no list is an unknown outcome, and can be requested again", async (t) => {
  const { payments, patient, standIn, processorAccount } = await openTestStripe(t, { timeoutMs: 100 })
  const { id } = await patient.openCheckoutSession(processorAccount, checkoutSessionRequest(clock))
  const listing = { createdFrom: Date.now() - 60_000 }
  for (const fault of [
    { kind: "slow", ms: 300 },
    { kind: "drip", ms: 20 },
    { kind: "truncate", times: 2 },
    { kind: "empty" },
  ] as const) {
    standIn.faults.push({ ...fault })
    await assert.rejects(payments.listCheckoutSessions(processorAccount, listing), outcome("unknown"), fault.kind)
    standIn.faults.length = 0
  }

  assert.equal((await patient.listCheckoutSessions(processorAccount, listing)).checkoutSessions[0]?.id, id)
})

test("checkout sessions that another system opened on the account are not listed, and do not end the list", async (t) => {
  const { payments, standIn, processorAccount } = await openTestStripe(t)
  const ours = checkoutSessionRequest(clock)
  const { id } = await payments.openCheckoutSession(processorAccount, ours)
  for (let n = 0; n < 101; n++) {
    const request = checkoutSessionRequest(clock)
    await payments.openCheckoutSession(processorAccount, request)
    const [foreign] = standIn.checkoutSessionsOf(request.reference)
    Object.assign(foreign ?? {}, n % 2 ? { client_reference_id: null } : { metadata: { order: "7" }, status: null })
  }
  const createdFrom = Date.now() - 60_000
  const first = await payments.listCheckoutSessions(processorAccount, { createdFrom })
  const second = await payments.listCheckoutSessions(processorAccount, { createdFrom, cursor: first.next ?? "" })

  assert.deepEqual(
    [first.checkoutSessions, second.checkoutSessions.map((checkoutSession) => checkoutSession.id), second.next],
    [[], [id], null],
  )
})

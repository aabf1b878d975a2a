import assert from "node:assert/strict"
import { test } from "node:test"
import Stripe from "stripe"
import { checkoutSessionRequest } from "#test/contracts/payments/contract-bench.ts"
import { openTestStripe, ownProcessorAccount, stripeKeys } from "#test/support/selling/stripe-account.ts"

const signer = new Stripe("sk_test_signer")
const processorAccount = { id: "installation" } as const
const refused = { name: "ServiceError", status: 400, code: "invalid_request" }

/** An event as Stripe would send it, signed `ageSeconds` ago. */
function signed(event: object, { ageSeconds = 0, secret = stripeKeys.stripeWebhookSecret } = {}) {
  const payload = JSON.stringify({ id: "evt_1", object: "event", livemode: false, ...event })
  const timestamp = Math.floor(Date.now() / 1000) - ageSeconds
  const header = signer.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return { body: Buffer.from(payload), headers: { "stripe-signature": header } }
}

const completed = { type: "checkout.session.completed", data: { object: { id: "cs_test_1" } } }

test("a signature is valid at 300 seconds, and not at 301", async (t) => {
  const { payments } = await openTestStripe(t)
  const young = signed(completed, { ageSeconds: 295 })
  const old = signed(completed, { ageSeconds: 301 })

  assert.equal(payments.readEvent(processorAccount, young.body, young.headers).kind, "checkout-session")
  assert.throws(() => payments.readEvent(processorAccount, old.body, old.headers), refused)
})

test("a signature by another secret, an array of signatures, and garbage are refused", async (t) => {
  const { payments } = await openTestStripe(t)
  const { body, headers } = signed(completed, { secret: "whsec_somebody" })
  const good = signed(completed)

  assert.throws(() => payments.readEvent(processorAccount, body, headers), refused)
  const twice = [good.headers["stripe-signature"], good.headers["stripe-signature"]]
  assert.throws(() => payments.readEvent(processorAccount, good.body, { "stripe-signature": twice }), refused)
  assert.throws(() => payments.readEvent(processorAccount, good.body, { "stripe-signature": "t=1,v1=00" }), refused)
  assert.throws(() => payments.readEvent(processorAccount, Buffer.alloc(0), good.headers), refused)
})

test("a body that was parsed and serialised again is refused: the signature covers the bytes", async (t) => {
  const { payments } = await openTestStripe(t)
  const { body, headers } = signed(completed)
  const rewritten = Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1))

  assert.throws(() => payments.readEvent(processorAccount, rewritten, headers), refused)
})

test("a thin event, which has no content, is refused although it is signed", async (t) => {
  const { payments } = await openTestStripe(t)
  const { body, headers } = signed({ object: "v2.core.event", type: "v1.billing.meter.error_report_triggered" })

  assert.throws(() => payments.readEvent(processorAccount, body, headers), refused)
})

test("a webhook that one account signed is refused for another account", async (t) => {
  const { payments } = await openTestStripe(t)
  const { body, headers } = signed(completed)

  assert.throws(() => payments.readEvent(ownProcessorAccount, body, headers), refused)
})

test("every event about a payment is converted", async (t) => {
  const { payments } = await openTestStripe(t)
  const read = (type: string, object: object) => {
    const { body, headers } = signed({ type, data: { object } })
    const { id, live, ...rest } = payments.readEvent(processorAccount, body, headers)
    assert.deepEqual([id, live], ["evt_1", false])
    return rest
  }
  const checkoutSession = { kind: "checkout-session", checkoutSessionId: "cs_test_1" }
  for (const what of ["completed", "async_payment_succeeded", "async_payment_failed", "expired"]) {
    const ours = { client_reference_id: "purchase_1", metadata: { purchase: "purchase_1" } }
    assert.deepEqual(read(`checkout.session.${what}`, { id: "cs_test_1", ...ours }), checkoutSession)
  }
  const refund = { kind: "refund", paymentId: "pi_1" }
  assert.deepEqual(read("charge.refunded", { id: "ch_1", payment_intent: "pi_1" }), refund)
  for (const type of ["refund.created", "refund.updated", "refund.failed", "charge.refund.updated"]) {
    assert.deepEqual(read(type, { id: "re_1", payment_intent: { id: "pi_1" } }), refund)
  }
  const dispute = { kind: "dispute", paymentId: "pi_1" }
  for (const what of ["created", "updated", "closed", "funds_withdrawn", "funds_reinstated"]) {
    for (const status of ["needs_response", "warning_needs_response", "prevented", "a state of tomorrow"]) {
      assert.deepEqual(read(`charge.dispute.${what}`, { id: "dp_1", payment_intent: "pi_1", status }), dispute)
    }
  }
})

test("events that are not about our payments are `other`", async (t) => {
  const { payments } = await openTestStripe(t)
  for (const event of [
    { type: "checkout.session.completed", data: { object: { id: "cs_1", client_reference_id: null, metadata: {} } } },
    {
      type: "checkout.session.expired",
      data: { object: { id: "cs_1", client_reference_id: "an order", metadata: null } },
    },
    { type: "customer.created", data: { object: { id: "cus_1" } } },
    { type: "charge.refunded", data: { object: { id: "ch_1", payment_intent: null } } },
    { type: "a.type.of.tomorrow", data: { object: {} } },
  ]) {
    const { body, headers } = signed(event)
    const read = payments.readEvent(processorAccount, body, headers)
    assert.deepEqual(read, { id: "evt_1", live: false, kind: "other", type: event.type })
  }
})

test("a returned refund is visible in the webhook and in the sum", async (t) => {
  const { payments, standIn } = await openTestStripe(t)
  const { id } = await payments.openCheckoutSession(processorAccount, checkoutSessionRequest({ now: Date.now }))
  standIn.pay(id)
  const paymentId = (await payments.findCheckoutSession(processorAccount, id))?.paymentId ?? ""
  const refund = await payments.refund(processorAccount, { paymentId, amountCents: 700, idempotencyKey: "refund" })
  standIn.failRefund(refund.id)
  const last = standIn.takeWebhooks().at(-1)
  assert.ok(last)

  assert.deepEqual(
    [last.type, payments.readEvent(processorAccount, last.body, last.headers).kind],
    ["refund.failed", "refund"],
  )
  assert.equal((await payments.findCheckoutSession(processorAccount, id))?.refundedCents, 0)
})

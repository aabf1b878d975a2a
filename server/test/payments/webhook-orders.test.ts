import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import Stripe from "stripe"
import { stripeKeys } from "#test/support/selling/stripe-account.ts"
import type { SignedWebhook } from "#test/support/stand-ins/stripe/stripe-stand-in.ts"
import { openStripeShop } from "./stripe-shop.ts"

/** Every order of some things. */
function orders<Thing>(things: readonly Thing[]): Thing[][] {
  if (things.length < 2) return [[...things]]
  return things.flatMap((first, at) => orders(things.toSpliced(at, 1)).map((rest) => [first, ...rest]))
}

/** A sale by a delayed method whose webhooks are all still on their way, an early and wrong `expired` among them. */
async function soldShop(t: TestContext, { isRefunded }: { isRefunded: boolean }) {
  const shop = await openStripeShop(t)
  const sessionId = await shop.checkout()
  shop.standIn.pay(sessionId, "delayed")
  shop.standIn.settle(sessionId, true)
  const sent = [...shop.standIn.takeWebhooks(), expiredWebhook(sessionId)]
  if (isRefunded) {
    const checkoutSession = await shop.app.payments.findCheckoutSession({ id: "installation" }, sessionId)
    const request = { paymentId: checkoutSession?.paymentId ?? "", amountCents: 1900, idempotencyKey: "by hand" }
    await shop.app.payments.refund({ id: "installation" }, request)
    sent.push(...shop.standIn.takeWebhooks().filter(({ type }) => type === "charge.refunded"))
  }
  return { ...shop, sent }
}

function expiredWebhook(id: string): SignedWebhook {
  const type = "checkout.session.expired"
  const payload = JSON.stringify({
    id: "evt_expired",
    object: "event",
    livemode: false,
    type,
    data: { object: { id, client_reference_id: "purchase_1", metadata: { purchase: "purchase_1" } } },
  })
  const signer = new Stripe("sk_test_signer").webhooks
  const header = signer.generateTestHeaderString({ payload, secret: stripeKeys.stripeWebhookSecret })
  return { type, body: Buffer.from(payload), headers: { "stripe-signature": header } }
}

test("completed, succeeded and expired in all 6 orders, each of them twice: handed over once", async (t) => {
  for (const order of orders([0, 1, 2])) {
    const shop = await soldShop(t, { isRefunded: false })
    const webhooks = order.flatMap((at) => shop.sent[at] ?? [])
    assert.equal(webhooks.length, 3)
    await shop.post([...webhooks, ...webhooks])

    const { state } = await shop.purchase()
    assert.deepEqual([state, shop.receipts().length], ["fulfilled", 1], `order ${order}`)
  }
})

test("completed, succeeded, expired and refunded in all 24 orders, one by one: the money is back, the files are not out", async (t) => {
  for (const order of orders([0, 1, 2, 3])) {
    const shop = await soldShop(t, { isRefunded: true })
    for (const at of order) await shop.post(shop.sent.slice(at, at + 1))
    shop.advance(61_000)
    await shop.work()

    const { state, refunded_cents } = await shop.purchase()
    assert.deepEqual([state, refunded_cents], ["refunded", 1900], `order ${order}`)
    const mails = shop.receipts()
    assert.equal(mails.length, 1, `order ${order}: the buyer is mailed once`)
    assert.doesNotMatch(mails[0] ?? "", /\/delivery\//, `order ${order}: and gets no files`)
  }
})

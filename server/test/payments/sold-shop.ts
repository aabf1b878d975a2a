import type { TestContext } from "node:test"
import Stripe from "stripe"
import { stripeKeys } from "#test/support/selling/stripe-account.ts"
import type { SignedWebhook } from "#test/support/stand-ins/stripe/stripe-stand-in.ts"
import { openStripeShop } from "./stripe-shop.ts"

/** A sale by a delayed method whose webhooks are all still on their way, an early and wrong `expired` among them. */
export async function soldShop(t: TestContext, { isRefunded }: { isRefunded: boolean }) {
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

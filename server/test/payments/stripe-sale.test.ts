import assert from "node:assert/strict"
import { test } from "node:test"
import { perform } from "#access/perform.ts"
import { refundPurchase, setPaymentAccount } from "#domains/handover/index.ts"
import { stripeKeys } from "#test/support/selling/stripe-account.ts"
import { openStripeShop } from "./stripe-shop.ts"

test("a buyer who never comes back gets what they paid for, once, however often Stripe says so", async (t) => {
  const shop = await openStripeShop(t)
  const sessionId = await shop.checkout()
  assert.deepEqual(await shop.verify(sessionId), { paid: false, pending: true })
  shop.standIn.pay(sessionId)
  const webhooks = shop.standIn.takeWebhooks()

  assert.deepEqual(await shop.post([...webhooks, ...webhooks, ...webhooks]), [200, 200, 200])
  assert.equal((await shop.purchase()).state, "fulfilled")
  assert.equal(shop.receipts().length, 1)
  assert.equal((await shop.verify(sessionId)).fulfilled, true)
})

test("a webhook with a foreign signature hands nothing over", async (t) => {
  const shop = await openStripeShop(t)
  const sessionId = await shop.checkout()
  shop.standIn.pay(sessionId)
  const [webhook] = shop.standIn.takeWebhooks()
  assert.ok(webhook)
  const forged = { ...webhook, headers: { "stripe-signature": "t=1,v1=00" } }

  assert.deepEqual(await shop.post([forged]), [400])
  assert.equal((await shop.purchase()).state, "open")
})

test("a delayed payment waits, and is then handed over or comes to nothing", async (t) => {
  for (const succeeds of [true, false]) {
    const shop = await openStripeShop(t)
    const sessionId = await shop.checkout()
    shop.standIn.pay(sessionId, "delayed")
    await shop.post(shop.standIn.takeWebhooks())
    assert.deepEqual(await shop.verify(sessionId), { paid: false, pending: true })
    shop.standIn.settle(sessionId, succeeds)
    await shop.post(shop.standIn.takeWebhooks())

    assert.equal((await shop.purchase()).state, succeeds ? "fulfilled" : "failed")
  }
})

test("events in the wrong order lead to the same end", async (t) => {
  const shop = await openStripeShop(t)
  const sessionId = await shop.checkout()
  shop.standIn.pay(sessionId, "delayed")
  shop.standIn.settle(sessionId, true)

  await shop.post(shop.standIn.takeWebhooks().reverse())

  assert.equal((await shop.purchase()).state, "fulfilled")
})

test("a refund by the seller, and one in Stripe's dashboard, take the files back", async (t) => {
  for (const where of ["console", "dashboard"]) {
    const shop = await openStripeShop(t)
    const sessionId = await shop.checkout()
    shop.standIn.pay(sessionId)
    await shop.post(shop.standIn.takeWebhooks())
    const { id, payment_id } = await shop.purchase()
    if (where === "console") await perform({ app: shop.app, caller: shop.callers.admin }, refundPurchase, { id })
    else {
      const request = { paymentId: payment_id ?? "", amountCents: 1900, idempotencyKey: "by hand" }
      await shop.app.payments.refund({ id: "installation" }, request)
    }
    await shop.work()
    await shop.post(shop.standIn.takeWebhooks())

    const { state, refunded_cents } = await shop.purchase()
    assert.deepEqual([state, refunded_cents], ["refunded", 1900], where)
    assert.equal((await shop.verify(sessionId)).deliveryUrl, null)
  }
})

test("a dispute suspends the delivery, a won one restores it, a lost one ends it", async (t) => {
  for (const [end, state] of [
    ["won", "fulfilled"],
    ["lost", "disputed"],
  ] as const) {
    const shop = await openStripeShop(t)
    const sessionId = await shop.checkout()
    shop.standIn.pay(sessionId)
    shop.standIn.dispute(sessionId, "needs_response")
    await shop.post(shop.standIn.takeWebhooks())
    shop.advance(61_000) // word of the dispute may have come before the charge was known here
    await shop.work()
    assert.equal((await shop.purchase()).state, "disputed")
    assert.equal((await shop.verify(sessionId)).deliveryUrl, null)
    shop.standIn.dispute(sessionId, end)
    await shop.post(shop.standIn.takeWebhooks())

    const purchase = await shop.purchase()
    assert.equal(purchase.state, state)
    assert.equal(purchase.delivery_revoked_at === null, end === "won")
  }
})

test("a workspace with its own keys is paid on its own account, by its own webhooks", async (t) => {
  const shop = await openStripeShop(t)
  const own = { secretKey: "sk_live_workspace", publishableKey: "pk_live_workspace", webhookSecret: "whsec_workspace" }
  shop.standIn.addAccount(own)
  const { id } = await perform({ app: shop.app, caller: shop.callers.admin }, setPaymentAccount, own)
  const sessionId = await shop.checkout()
  const [sent] = shop.standIn.requests
  assert.equal(sent?.headers.authorization, `Bearer ${own.secretKey}`)
  assert.notEqual(own.secretKey, stripeKeys.stripeSecretKey)
  shop.standIn.pay(sessionId)
  const webhooks = shop.standIn.takeWebhooks()

  assert.deepEqual(await shop.post(webhooks), [400], "the installation's secret did not sign it")
  assert.equal((await shop.purchase()).state, "open")
  assert.deepEqual(await shop.post(webhooks, id), [200])
  assert.equal((await shop.purchase()).state, "fulfilled")
})

test("a lost answer, a stored 500 and a silence of Stripe's: the buyer tries again and is charged once", async (t) => {
  for (const kind of ["drop-after", "500-stored", "500-stored-late", "500", "429", "409", "garble"] as const) {
    const shop = await openStripeShop(t)
    shop.standIn.faults.push({ kind, times: kind === "drop-after" ? 2 : 1 })
    let tries = 1
    const sessionId = await shop.checkout().catch(async function again(error): Promise<string> {
      assert.equal(error.code, "upstream_error", kind)
      tries++
      return shop.checkout().catch(again)
    })
    shop.standIn.pay(sessionId)
    await shop.post(shop.standIn.takeWebhooks())

    const purchases = await shop.app.database.read.selectFrom("purchases").select(["id", "state"]).execute()
    assert.equal(purchases.filter(({ state }) => state === "fulfilled").length, 1, kind)
    assert.ok(tries > 1 && tries < 5, kind)
  }
})

import assert from "node:assert/strict"
import { anonymous } from "#access/context.ts"
import { onSqlite } from "#test/support/databases/test-databases.ts"
import { world } from "#test/support/worlds/world.ts"
import { redeemGift } from "./checkouts/redeem-gift.ts"
import { startCheckout } from "./checkouts/start-checkout.ts"
import { verifyPayment } from "./checkouts/verify-payment.ts"
import { getDelivery } from "./deliveries/get-delivery.ts"
import { getDeliveryFile } from "./deliveries/get-delivery-file.ts"
import { getOffer } from "./offers/get-offer.ts"

onSqlite("no key or id with a NUL is found", async (t, kind) => {
  const { act, cx } = await world(t, kind)
  const [key, buyerEmail] = ["a\u0000bc", "bo@example.com"]
  const unknown = { code: "not_found" }

  await assert.rejects(act(anonymous, getOffer, { key }), unknown)
  await assert.rejects(act(anonymous, startCheckout, { key, buyerEmail }), unknown)
  await assert.rejects(act(anonymous, redeemGift, { key, code: "\u0000" }), unknown)
  await assert.rejects(act(anonymous, verifyPayment, { key, sessionId: "cs_x" }), unknown)
  await assert.rejects(act(anonymous, verifyPayment, { key: "abcd", sessionId: "\u0000" }), unknown)
  await assert.rejects(act(anonymous, getDelivery, { link: "a\u0000.b" }), unknown)
  await assert.rejects(getDeliveryFile(cx, "a\u0000.b.c.d"), unknown)
})

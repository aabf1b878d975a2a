import assert from "node:assert/strict"
import { test } from "node:test"
import { openKeyring } from "#kernel/keyring.ts"
import {
  buyerProof,
  claimUrl,
  deliveryLink,
  deliveryUrl,
  opensDelivery,
  provesPurchase,
  purchaseIdIn,
} from "./delivery.ts"

const cx = {
  keyring: openKeyring("a secret of at least thirty-two characters"),
  addresses: {
    base: "https://studio.example",
    auth: "https://auth.example",
    mcp: "https://mcp.example/mcp",
    short: "https://go.example",
    files: "https://files.example",
  },
}
const purchase = { id: "purchase_1", delivery_generation: 1 }

test("a delivery link names the purchase and opens it", () => {
  const link = deliveryLink(cx, purchase)

  assert.equal(deliveryUrl(cx, purchase), `https://studio.example/delivery/${link}`)
  assert.equal(purchaseIdIn(link), "purchase_1")
  assert.equal(opensDelivery(cx, link, purchase), true)
})

test("a delivery link ends when the generation is raised, and opens no other purchase", () => {
  const link = deliveryLink(cx, purchase)

  assert.equal(opensDelivery(cx, link, { ...purchase, delivery_generation: 2 }), false)
  assert.equal(opensDelivery(cx, link, { ...purchase, id: "purchase_2" }), false)
  assert.equal(opensDelivery(cx, link.replace("purchase_1", "purchase_2"), { ...purchase, id: "purchase_2" }), false)
})

test("forged links open nothing", () => {
  for (const link of [
    "",
    ".",
    "purchase_1",
    "purchase_1.",
    `purchase_1.${"A".repeat(43)}`,
    "purchase_1.\u0000",
    "é".repeat(50),
  ]) {
    assert.equal(opensDelivery(cx, link, purchase), false)
    assert.equal(provesPurchase(cx, link, "purchase_1"), false)
  }
})

test("a buyer's proof shows one purchase and is no delivery link", () => {
  const proof = buyerProof(cx, "purchase_1")

  assert.equal(provesPurchase(cx, proof, "purchase_1"), true)
  assert.equal(provesPurchase(cx, proof, "purchase_2"), false)
  assert.equal(opensDelivery(cx, proof, purchase), false)
  assert.equal(provesPurchase(cx, deliveryLink(cx, purchase), "purchase_1"), false)
})

test("a claim page's address holds no secret", () => {
  assert.equal(claimUrl(cx, purchase), "https://studio.example/claim/purchase_1")
})

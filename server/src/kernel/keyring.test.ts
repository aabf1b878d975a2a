import assert from "node:assert/strict"
import { test } from "node:test"
import { openKeyring } from "./keyring.ts"

const keyring = openKeyring("a secret of at least thirty-two characters")

test("a MAC holds for its purpose and text only", () => {
  const mac = keyring.mac("delivery-link", "purchase_1:1")
  assert.ok(keyring.verify("delivery-link", "purchase_1:1", mac))
  assert.ok(!keyring.verify("delivery-link", "purchase_1:2", mac))
  assert.ok(!keyring.verify("file-address", "purchase_1:1", mac))
  assert.ok(!openKeyring("another secret of thirty-two characters").verify("delivery-link", "purchase_1:1", mac))
})

test("whatever is presented as a MAC is judged without throwing", () => {
  for (const text of ["", "x", "é", "=".repeat(10_000)]) assert.equal(keyring.verify("delivery-link", "a", text), false)
})

test("a MAC has one spelling, though its last character has room for two bits more", () => {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
  const mac = keyring.mac("delivery-link", "a")
  const accepted = [...alphabet].filter((last) => keyring.verify("delivery-link", "a", mac.slice(0, -1) + last))
  assert.deepEqual(accepted, [mac.at(-1)])
})

test("a sealed text opens in its own place only, and no two sealed texts are equal", () => {
  const sealed = keyring.seal("idempotent-answer", "row/1", "secret ü")
  assert.equal(keyring.open("idempotent-answer", "row/1", sealed), "secret ü")
  assert.throws(() => keyring.open("idempotent-answer", "row/2", sealed))
  assert.throws(() => keyring.open("gift-code", "row/1", sealed))
  assert.notEqual(keyring.seal("idempotent-answer", "row/1", "secret ü"), sealed)
  assert.ok(!sealed.includes("secret"))
})

test("a changed sealed text does not open", () => {
  const sealed = Buffer.from(keyring.seal("gift-code", "row", "text"), "base64url")
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    assert.throws(() => keyring.open("gift-code", "row", changed.toString("base64url")), `byte ${at}`)
  }
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { openKeyring } from "./keyring.ts"

const oldSecret = "a secret of at least thirty-two characters"
const keyring = openKeyring(oldSecret)

test("a MAC holds for its purpose and text only", () => {
  const mac = keyring.mac("delivery-link", "purchase_1:1")
  assert.ok(keyring.verify("delivery-link", "purchase_1:1", mac))
  assert.ok(!keyring.verify("delivery-link", "purchase_1:2", mac))
  assert.ok(!keyring.verify("file-address", "purchase_1:1", mac))
  assert.ok(!openKeyring("another secret of thirty-two characters").verify("delivery-link", "purchase_1:1", mac))
})

test("verifying any text as a MAC never throws", () => {
  for (const text of ["", "x", "é", "=".repeat(10_000)]) assert.equal(keyring.verify("delivery-link", "a", text), false)
})

test("a MAC has one spelling, although its last character holds two unused bits", () => {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
  const mac = keyring.mac("delivery-link", "a")
  const accepted = [...alphabet].filter((last) => keyring.verify("delivery-link", "a", mac.slice(0, -1) + last))
  assert.deepEqual(accepted, [mac.at(-1)])
})

test("a sealed text can be unsealed in its own place only, and no two sealed texts are equal", () => {
  const sealed = keyring.seal("idempotent-answer", "row/1", "secret ü")
  assert.equal(keyring.unseal("idempotent-answer", "row/1", sealed), "secret ü")
  assert.throws(() => keyring.unseal("idempotent-answer", "row/2", sealed))
  assert.throws(() => keyring.unseal("gift-code", "row/1", sealed))
  assert.notEqual(keyring.seal("idempotent-answer", "row/1", "secret ü"), sealed)
  assert.ok(!sealed.includes("secret"))
})

test("a changed sealed text cannot be unsealed", () => {
  const [id, text = ""] = keyring.seal("gift-code", "row", "text").split(".")
  const sealed = Buffer.from(text, "base64url")
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    assert.throws(() => keyring.unseal("gift-code", "row", `${id}.${changed.toString("base64url")}`), `byte ${at}`)
  }
})

test("after a rotation the new key seals and signs, and texts of the old key still unseal and verify", () => {
  const rotated = openKeyring("a newer secret of at least thirty-two characters", oldSecret)
  const mac = keyring.mac("delivery-link", "purchase_1:1")
  assert.ok(rotated.verify("delivery-link", "purchase_1:1", mac))
  assert.ok(rotated.macs("gift-code", "GIFT").includes(keyring.mac("gift-code", "GIFT")))
  assert.equal(rotated.unseal("gift-code", "row", keyring.seal("gift-code", "row", "text")), "text")

  assert.notEqual(rotated.mac("delivery-link", "purchase_1:1"), mac)
  assert.equal(rotated.macs("gift-code", "GIFT")[0], rotated.mac("gift-code", "GIFT"))
  assert.throws(() => keyring.unseal("gift-code", "row", rotated.seal("gift-code", "row", "text")), /SVC_SECRET_KEY/)
  assert.ok(!keyring.verify("delivery-link", "a", rotated.mac("delivery-link", "a")))
})

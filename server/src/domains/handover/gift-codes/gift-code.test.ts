import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { openKeyring } from "#kernel/keyring.ts"
import { canonicalGiftCode, giftCodeMac, newGiftCode } from "./gift-code.ts"

const keyring = openKeyring("a secret of at least thirty-two characters")

test("a gift code is the same in any case, width and with space around it", () => {
  assert.equal(canonicalGiftCode("  gift-five\t"), "GIFT-FIVE")
  assert.equal(canonicalGiftCode("ＧＩＦＴ-five"), "GIFT-FIVE")
  assert.equal(giftCodeMac(keyring, "gift-five "), giftCodeMac(keyring, "GIFT-FIVE"))
  assert.notEqual(giftCodeMac(keyring, "GIFT-FIVE"), giftCodeMac(keyring, "GIFT-FIV"))
})

test("canonical codes stay as they are", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const once = canonicalGiftCode(text)
      assert.equal(canonicalGiftCode(once), once)
    }),
  )
})

test("a generated code has 24 characters of base 32, which is 120 bits, and is canonical", () => {
  const codes = Array.from({ length: 200 }, newGiftCode)

  for (const code of codes) {
    assert.match(code, /^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)
    assert.equal(canonicalGiftCode(code), code)
  }
  assert.equal(new Set(codes).size, 200)
})

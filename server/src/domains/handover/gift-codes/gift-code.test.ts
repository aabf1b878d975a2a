import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { openKeyring } from "#kernel/keyring.ts"
import { canonicalGiftCode, giftCodeMac, newGiftCode } from "./gift-code.ts"
import { discountOf, type GiftCode, isUsable, leftCents } from "./gift-hold-store.ts"

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

const now = 1_000
const amount = {
  ...{ kind: "amount", balance_cents: 1_000, held_cents: 300, spent_cents: 600, uses: 2, max_uses: 3 },
  ...{ disabled_at: null, starts_at: now, expires_at: now + 1 },
} as GiftCode

test("a code is usable in its time, with a use and something left", () => {
  const usable: Partial<GiftCode>[] = [
    {},
    { starts_at: null },
    { expires_at: null },
    { max_uses: null },
    { spent_cents: 699 },
    { kind: "full", spent_cents: 700 },
  ]
  const useless: Partial<GiftCode>[] = [
    { disabled_at: now },
    { starts_at: now + 1 },
    { expires_at: now },
    { uses: 3 },
    { spent_cents: 700 },
  ]
  for (const change of usable) assert.equal(isUsable({ ...amount, ...change }, now), true, JSON.stringify(change))
  for (const change of useless) assert.equal(isUsable({ ...amount, ...change }, now), false, JSON.stringify(change))
})

test("a code takes off what is left of it, the price at most; a full one takes the price", () => {
  assert.equal(leftCents(amount), 100)
  assert.equal(discountOf(amount, 1_900), 100)
  assert.equal(discountOf(amount, 40), 40)
  assert.equal(discountOf({ ...amount, kind: "full" }, 1_900), 1_900)
})

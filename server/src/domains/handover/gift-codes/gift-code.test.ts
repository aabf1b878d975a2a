import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { openKeyring } from "#kernel/keyring.ts"
import { canonicalGiftCode, giftCodeMac, joinedCodeMac, newGiftCode, typedCodeMacs } from "./gift-code.ts"
import { discountOf, type GiftCode, isUsable, leftCents } from "./gift-hold-store.ts"

const keyring = openKeyring("a secret of at least thirty-two characters")

test("a gift code is the same in any case, width and with space around it", () => {
  assert.equal(canonicalGiftCode("  gift-five\t"), "GIFT-FIVE")
  assert.equal(canonicalGiftCode("ＧＩＦＴ-five"), "GIFT-FIVE")
  assert.equal(giftCodeMac(keyring, "gift-five "), giftCodeMac(keyring, "GIFT-FIVE"))
  assert.notEqual(giftCodeMac(keyring, "GIFT-FIVE"), giftCodeMac(keyring, "GIFT-FIV"))
})

test("a code that we made is found as people read it aloud, copy it from paper or paste it", () => {
  const code = "7Q2M-0A1B-9KXW-1110-0C3D-ZV5T"
  const canFind = (typed: string) => typedCodeMacs(keyring, typed).exact.includes(giftCodeMac(keyring, code))
  for (const typed of [
    code.toLowerCase(),
    "7Q2M-OA1B-9KXW-1Il0-oC3D-ZV5T",
    "7Q2M–OAIB—9KXW‑LLLO−0C3D ZV5T",
    "7q2m 0a1b 9kxw 1110 0c3d zv5t",
    "7Q2M0A1B9KXW11100C3DZV5T",
    "7Q2M.0A1B.9KXW/1110_0C3D·ZV5T.",
    "“７Ｑ２Ｍ－０Ａ１Ｂ－９ＫＸＷ－１１１０－０Ｃ３Ｄ－ＺＶ５Ｔ”",
    "Your gift code is 7Q2M-0A1B-9KXW-1110-0C3D-ZV5T.",
    "Your code: 7Q2M-0A1B-9KXW-1110-0C3D-ZV5T (from Anna)",
    "GIFT CODE 7Q2M0A1B9KXW11100C3DZV5T",
    "‘7Q2M-0A1B-9KXW-1110-0C3D-ZV5T’ is your code",
    "7Q2M-0A1B-\u200b9KXW-11\u00ad10-0C3D-ZV5T\ufeff",
  ])
    assert.ok(canFind(typed), typed)
  for (const other of [code.slice(1), `${code}0`, code.replace("Q", "O"), code.replace("7", "U")])
    assert.equal(canFind(other), false, other)
})

test("a seller's code is found at the end of the sentence that names it", () => {
  const canFind = (typed: string, code: string) =>
    typedCodeMacs(keyring, typed).exact.includes(giftCodeMac(keyring, code))
  for (const typed of [
    "Your code is SUMMER-25",
    "Your code is: ‘summer 25’.",
    "Dein Code: “SUMMER-25”!",
    "Code : SUMMER–25",
  ])
    assert.ok(canFind(typed, "SUMMER-25"), typed)
  for (const typed of ["SUMMER:25", "THIS-25", "IS 25"]) assert.ok(canFind(typed, typed), typed)
})

test("a code with few other characters is found with its hyphens only", () => {
  const joined = (text: string) => typedCodeMacs(keyring, text).joined
  assert.ok(joined("giftfive").includes(joinedCodeMac(keyring, "GIFT-FIVE")))
  for (const [code, guess] of [["A-----------", "A"], ["------", "-"], ["A-B-C-D", "ABCD"]] as const) // biome-ignore format: a list
    assert.equal(joined(guess).includes(joinedCodeMac(keyring, code)), false, code)
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

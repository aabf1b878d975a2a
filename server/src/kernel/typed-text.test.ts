import assert from "node:assert/strict"
import { test } from "node:test"
import { readDigitCode, readDigits, readPastedUrl, readTyped } from "./typed-text.ts"

test("typed text is read as people mean it", () => {
  for (const [typed, meant] of Object.entries({
    " “GIFT–2026” ": "GIFT-2026",
    "ＡＢＣ１２３＠ｅｘａｍｐｌｅ．ｃｏｍ": "ABC123@example.com",
    "\ufeffGI\u00adFT\u200b‑\u206020\u200e26\u202c": "GIFT-2026",
    "G − H — I﹣J": "G - H - I-J",
    "one\u00a0 \t\u3000two\r\nthree": "one two three",
    "‹«„quoted“»›": "quoted",
    "「東京」": "東京",
    "\u200ccode\u200d\ufe0f": "code",
    "می\u200cخواهم": "می\u200cخواهم",
    "❤️": "❤️",
    "O'Brien": "O'Brien",
    "\ud800x": "\ufffdx",
    " ": "",
  }))
    assert.equal(readTyped(typed), meant, JSON.stringify(typed))
})

test("a pasted URL loses what cannot be seen and what surrounds it, and nothing else", () => {
  const kept = [
    "https://de.wikipedia.org/wiki/Köln–Frankfurt",
    "https://example.com/a%20b?q=it's&w=“x”&v=１#ﬁ",
    "https://fa.wikipedia.org/wiki/می\u200cخواهم",
    "https://example.com/👨‍👩‍👧/❤️/1️⃣",
  ]
  for (const url of kept) {
    for (const [before, behind] of [
      ["", ""],
      [" \u200b“", "”\u00a0"],
      ["\ufeff\u200c'", "'\u2060\n"],
      ["\u202a", "\u202c"],
      [" <", "> "],
    ])
      assert.equal(readPastedUrl(before + url + behind), url)
  }
  for (const url of ["https://example.com/the-musicians'", "https://de.wikipedia.org/wiki/„Sie“"])
    assert.equal(readPastedUrl(` ${url} `), url)
  assert.equal(readPastedUrl("https://example.com/a”"), "https://example.com/a")
  assert.equal(readPastedUrl("https://exam\u00adple.com/a\u200bb"), "https://example.com/ab")
})

test("the digits of every script are read, between any separators", () => {
  for (const typed of [
    "1234 5678",
    "１２３４－５６７８",
    "١٢٣٤ ٥٦٧٨",
    "۱۲۳۴۵۶۷۸",
    "१२३४/५६७८",
    "๑๒๓๔.๕๖๗๘",
    "𝟏𝟐𝟑𝟒_𝟝𝟞𝟟𝟠",
    "①②③④ 5️⃣6️⃣7️⃣8️⃣",
    "一二三四・五六七八",
    "Code:\u00a01234\u200b–5678.",
  ])
    assert.equal(readDigits(typed), "12345678", typed)
  assert.equal(readDigits("no code"), "")
})

test("the digits of a code are found in the sentence that it was mailed in", () => {
  for (const typed of [
    "1234 5678",
    "Your code is 1234 5678. It ends in 10 minutes.",
    "12345678 (valid for 10 min)",
    "رمزك هو ١٢٣٤ ٥٦٧٨ صالح لمدة ١٠ دقائق",
    "您的验证码是１２３４５６７８，10分钟内有效",
    "12345678 or 1234-5678, before 10:30",
  ])
    assert.equal(readDigitCode(typed, 8), "12345678", typed)
  for (const typed of ["2026-11-30: code 1234 5678", "in 10 minutes", "1234 5678 10:30"])
    assert.equal(readDigitCode(typed, 8), readDigits(typed), typed)
})

test("each script's ten digits are 0 to 9 in order", () => {
  const all = Array.from({ length: 0x110000 }, (_, point) => point)
    .filter((point) => /\p{Nd}/u.test(String.fromCodePoint(point)))
    .map((point) => readDigits(String.fromCodePoint(point)))
  assert.ok(all.length >= 600)
  assert.equal(all.join(""), "0123456789".repeat(all.length / 10))
})

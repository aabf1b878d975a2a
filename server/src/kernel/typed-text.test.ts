import assert from "node:assert/strict"
import { test } from "node:test"
import { readPastedUrl, readTyped } from "./typed-text.ts"

test("what people type is read as they mean it", () => {
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
    ])
      assert.equal(readPastedUrl(before + url + behind), url)
  }
  assert.equal(readPastedUrl("https://exam\u00adple.com/a\u200bb"), "https://example.com/ab")
})

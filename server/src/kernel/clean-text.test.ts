import assert from "node:assert/strict"
import { test } from "node:test"
import { assert as check, property } from "fast-check"
import { anyText } from "#test/support/basics/any-text.ts"
import { cleanText, isEmoji } from "./clean-text.ts"

const graphemes = (text: string) => [...new Intl.Segmenter("en").segment(text)].length

test("puts text on one line with single spaces", () => {
  assert.equal(cleanText("  One\r\n\ttwo \u00a0 three\u2029", 200), "One two three")
})

test("removes invisible characters, and those that change the text around them", () => {
  assert.equal(
    cleanText("\u202egnp.exe\u202c \u2067in\u2069 a\u0000b\u00adc\u200ed\u{e0041}e\ufeff", 200),
    "gnp.exe in abcde",
  )
})

test("removes halves of surrogate pairs, private and unassigned code points", () => {
  assert.equal(cleanText("a\ud800b\udfffc\ue000d\u0378e\uffff", 200), "abcde")
})

test("composes letters and their marks", () => {
  assert.equal(cleanText("e\u0301a\u030a", 200), "éå")
})

test("keeps two stray marks on a letter, and the spelling of scripts that need more", () => {
  assert.equal(cleanText(`q${"\u0323\u0308".repeat(40)}!`, 200), "q\u0323\u0308!")
  assert.equal(cleanText("क्षि שָּׁ", 200), "क्षि שָּׁ")
})

test("keeps emoji whole: families, skin tones, keycaps and flags, and flags made of tags", () => {
  const emoji = "👨‍👩‍👧‍👦 🧑🏿‍🚀 1️⃣ 🇫🇷 🏴󠁧󠁢󠁳󠁣󠁴󠁿 ❤️"
  assert.equal(cleanText(emoji, 200), emoji)
})

test("keeps the joiners that words are spelt with, but not joiners alone", () => {
  assert.equal(cleanText("می\u200cخواهم", 200), "می\u200cخواهم")
  assert.equal(cleanText("\u200d \ufe0f", 200), "")
})

test("ends in an ellipsis when it is cut, and counts graphemes", () => {
  assert.equal(cleanText("abcdef", 6), "abcdef")
  assert.equal(cleanText("abcdefg", 6), "abcde…")
  assert.equal(cleanText("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 2), "👨‍👩‍👧‍👦…")
})

test("does not change text that is already clean", () => {
  check(
    property(anyText(300), (text) => {
      const clean = cleanText(text, 50)
      assert.equal(cleanText(clean, 50), clean)
      assert.ok(graphemes(clean) <= 50)
      assert.ok(clean.isWellFormed())
    }),
  )
})

test("an emoji is what Unicode lists as one, by either of the two checks", () => {
  const listed = /^\p{RGI_Emoji}$/v
  const differing: string[] = []
  for (let point = 0; point <= 0x10ffff; point++) {
    for (const text of [String.fromCodePoint(point), `${String.fromCodePoint(point)}\ufe0f`]) {
      if (isEmoji(text) !== listed.test(text)) differing.push(point.toString(16))
    }
  }
  assert.deepEqual(differing, [])
  for (const text of ["🏳️‍🌈", "🇫🇷", "#️⃣"]) assert.ok(isEmoji(text), text)
  for (const text of ["", "🚀🚀", "1", "🇫", "a", "🚀 "]) assert.ok(!isEmoji(text), text)
})

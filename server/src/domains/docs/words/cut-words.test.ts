import assert from "node:assert/strict"
import { test } from "node:test"
import { cutWords } from "./cut-words.ts"
import { marksOf } from "./find-words.ts"
import { readQuery } from "./read-query.ts"
import { snippetOf } from "./snippet.ts"
import { textOfBody, textOfDoc } from "./text-of.ts"

const wordsOf = (text: string) =>
  cutWords(text)
    .map((word) => word.text)
    .toArray()
    .join(" ")

const cuts: readonly [what: string, text: string, words: string][] = [
  ["punctuation is left out", "Hello, World! don't (stop) — 3.5", "hello world don t stop 3 5"],
  ["case and accents do not count", "Straße ŁÓDŹ Søren CAFÉ cafe\u0301", "strasse lodz soren cafe cafe"],
  ["letters that look alike are the same", "ﬁne ＦＵＬＬ ① ΣΟΦΟΣ İstanbul", "fine full 1 σοφοσ istanbul"],
  ["й is not и, though ё is е", "й ё ў", "й е ў"],
  ["vowel points are left out", "שָׁלוֹם مُحَمَّد محمـــد", "שלום محمد محمد"],
  ["joiners and soft hyphens do not part words", "می‌خواهم super\u00adstar", "ميخواهم superstar"],
  ["signs that belong to the spelling stay", "हिन्दी कुर्सी", "हिन्दी कुर्सी"],
  ["scripts without spaces become pairs, and the last character alone", "会議室 plan", "会議 議室 室 plan"],
  ["one character stands alone", "会", "会"],
  ["other words end a line of them", "大会議2026年", "大会 会議 議 2026 年"],
  ["narrow kana are wide ones", "ｶﾞﾗｽ か\u3099", "ガラ ラス ス が"],
  ["Thai has no spaces either", "ไทย", "ไท ทย ย"],
  ["characters beyond 16 bits are one character", "𠮷野家", "𠮷野 野家 家"],
  ["a variant of a character is the character", "葛\u{e0100}城", "葛城 城"],
  ["an emoji is a word, whatever its colour", "👩‍🚀go🇩🇪 👍🏽❤️", "👩 🚀 go 🇩🇪 👍 ❤"],
  ["one character that stands for words becomes these", "½ ﷺ ㍿", "1 2 صلي الله عليه وسلم 株式 式会 会社 社"],
  ["what is no text is left out", "a\0b \ud800 c \u202e", "a b c"],
]
for (const [what, text, words] of cuts) test(what, () => assert.equal(wordsOf(text), words))

test("words are cut at a hundred characters, and very long text is read quickly", () => {
  assert.equal(wordsOf("x".repeat(10_000)), "x".repeat(100))
  assert.equal(wordsOf("𝒳".repeat(300)).length, 100, "each is an x")
  assert.equal(wordsOf("\u0301".repeat(100_000)), "")
  assert.equal(wordsOf("会".repeat(100_000)).split(" ").length, 100_000)
})

const read = (query: string) => readQuery(query).map(({ words, isPrefix }) => words.join("+") + (isPrefix ? "*" : ""))

const queries: readonly [query: string, phrases: string[]][] = [
  ["launch plan", ["launch", "plan*"]],
  ['"launch plan"', ["launch+plan"]],
  ['"launch plan', ["launch+plan*"]],
  ["«launch plan» “next week” x", ["launch+plan", "next+week", "x*"]],
  ['pre"mid dle"post', ["pre", "mid+dle", "post*"]],
  ["don't well-known", ["don+t", "well+known*"]],
  ["会", ["会*"]],
  ["会議", ["会議"]],
  ["会議室 x", ["会議+議室", "x*"]],
  ['"室 plan"', ["室+plan"]],
  ["2026年", ["2026+年*"]],
  ["launch 🚀 !!!", ["launch", "🚀*"]],
  ["launch OR NOT (x) AND y*", ["launch", "or", "not", "x", "and", "y*"]],
  ["words:launch ^a NEAR(b c, 5) -d +e", ["words+launch", "a", "near+b", "c", "5", "d", "e*"]],
  ["a & b | !c <-> d:*'); drop table docs", ["a", "b", "c", "d", "drop", "table", "docs*"]],
  ["", []],
  ['"', []],
  ["+++ \0 \ud800", []],
]
for (const [query, phrases] of queries) {
  test(`${JSON.stringify(query)} asks for ${phrases.join(" ") || "nothing"}`, () =>
    assert.deepEqual(read(query), phrases))
}

test("a query has 32 words at the most", () => {
  assert.equal(readQuery("word ".repeat(2_000)).length, 32)
  assert.equal(readQuery(`"${"会".repeat(10_000)}"`)[0]?.words.length, 32)
})

const marked = (text: string, query: string) =>
  marksOf(text, readQuery(query)).reduceRight(
    (line, [start, end]) => `${line.slice(0, start)}[${line.slice(start, end)}]${line.slice(end)}`,
    text,
  )

test("matches are marked in the original text", () => {
  assert.equal(marked("The Launch plan: launching it", "launch plan"), "The [Launch] [plan]: launching it")
  assert.equal(marked("The Launch plan: launching it", "plan launch"), "The [Launch] [plan]: [launching] it")
  assert.equal(marked("A launch. Plan the launch plan", '"launch plan"'), "A [launch. Plan] the [launch plan]")
  assert.equal(marked("Die STRASSE, die Straße", "straße"), "Die [STRASSE], die [Straße]")
  assert.equal(marked("大会議室 plan 会社", "会"), "大[会]議室 plan [会]社")
  assert.equal(marked("大会議室 plan 会社", "会議"), "大[会議]室 plan 会社")
  assert.equal(marked("東京都庁", "東京都"), "[東京都]庁")
  assert.equal(marked("か\u3099く ガク", "ガ"), "か\u3099く [ガ]ク")
  assert.equal(marked("👩‍🚀 up", "🚀"), "👩‍[🚀] up")
  assert.equal(marked("aaa bbb", ""), "aaa bbb")
})

test("a snippet shows the place where most of the words are near each other", () => {
  const far = "plan ".padEnd(400, "lorem ipsum ")
  const text = `${far}\nThe launch of the new plan is on Monday. ${"dolor ".repeat(100)}`
  const snippet = snippetOf(text, readQuery("launch plan"))
  assert.match(snippet.text, /^… The launch of the new plan is on Monday\. .*…$/)
  assert.deepEqual(
    snippet.marks.map(([start, end]) => snippet.text.slice(start, end)),
    ["launch", "plan"],
  )
  assert.deepEqual(snippetOf("Hello\n\nthere", readQuery("nowhere")), { text: "Hello there", marks: [] })
  assert.deepEqual(snippetOf("", readQuery("x")), { text: "", marks: [] })
  const long = snippetOf("会".repeat(60_000), readQuery("議"))
  assert.equal([...long.text].length, 160)
})

test("the text of a doc has all visible words, a line for each block", () => {
  const text = (text: string) => ({ type: "text", text })
  const json = {
    type: "doc",
    content: [
      { type: "heading", attrs: { level: 1 }, content: [text("Pl"), { ...text("an"), marks: [{ type: "bold" }] }] },
      { type: "bulletList", content: [{ type: "listItem", content: [{ type: "paragraph", content: [text("one")] }] }] },
      {
        type: "paragraph",
        content: [
          text("for "),
          { type: "mention", attrs: { account: "account_1", label: "Ada" } },
          { type: "hardBreak" },
          { type: "objectLink", attrs: { kind: "doc", ref: "doc_1", label: "The other" } },
        ],
      },
      { type: "driveImage", attrs: { file: "file_1", alt: "A cat" } },
      { type: "driveFile", attrs: { file: "file_2", name: "notes.pdf" } },
      { type: "paragraph" },
    ],
  }
  assert.equal(textOfDoc(json).replaceAll(/\n+/g, "|"), "Plan|one|for @Ada|The other|A cat|notes.pdf|")
})

test("any JSON has a text, whatever its depth, and the text is limited", () => {
  for (const value of [null, 3, "x", [], {}, { content: 3, attrs: null }, { text: 3 }, [{ text: "x" }]])
    textOfDoc(value)
  let deep: object = { type: "text", text: "deep" }
  for (let n = 0; n < 20_000; n += 1) deep = { type: "blockquote", content: [deep] }
  assert.ok(!textOfDoc({ type: "doc", content: [deep] }).includes("deep"))
  const many = { content: Array.from({ length: 2_000 }, () => ({ type: "text", text: "a".repeat(1_000) })) }
  assert.equal(textOfDoc(many).length, 500_000)
  assert.equal(textOfBody("{"), "")
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { readSearch, toSearchText } from "./search-text.ts"

const isFound = (text: string, query: string) =>
  readSearch(query)?.every((part) => toSearchText(text).includes(part)) ?? true

for (const [what, text, ...queries] of [
  ["case in every script", "Über uns · Заметка · ΣΟΦΟΣ · Ճանապարհ", "über", "ÜBER", "заметка", "σοφος", "ՃԱՆԱՊԱՐՀ"],
  ["accents", "Müller, Łódź, Crème brûlée, Đà Nẵng, Håkon", "muller", "lodz", "creme BRULEE", "da nang", "hakon"],
  ["accents that the query alone has", "Muller Cafe", "müller", "CAFÉ"],
  ["the dotted and the dotless i", "ISIL Işıl istanbul İSTANBUL", "isil", "ışıl", "İstanbul"],
  ["words in any order", "report-final_v2.pdf", "report final", "v2 report", "Final_V2", "final.v2"],
  ["half a word", "Frühlingsangebot", "angebot", "ling"],
  ["one and two characters of scripts without spaces", "東京タワーの写真", "東京", "京", "写真 東京", "ﾀﾜｰ"],
  ["full-width letters", "ＡＢＣ１２３", "abc123", "ａｂｃ"],
  ["vowel points and tatweel", "مُحَمَّد محـمد שָׁלוֹם", "محمد", "שלום"],
  ["letters that keyboards write in two ways", "کتاب مدرسة موسى فارسی", "كتاب", "مدرسه", "موسي", "فارسي", "موسی"],
  ["letters without a decomposition", "Þórsmörk", "thorsmork", "ÞÓRSMÖRK"],
  ["emoji", "Launch 🚀 plan 👩‍💻", "🚀", "👩‍💻 launch"],
  [
    "a domain that is stored encoded",
    "https://xn--bcher-kva.de/a",
    "bücher.de",
    "bucher",
    "xn--bcher-kva.de",
    "BÜCHER.DE",
  ],
  [
    "a path that is stored encoded",
    "https://ru.wikipedia.org/wiki/%D0%9C%D0%BE%D1%81%D0%BA%D0%B2%D0%B0",
    "Москва",
    "москва",
  ],
  ["an encoded address by itself", "https://ru.wikipedia.org/wiki/Москва", "wiki/%D0%9C%D0%BE%D1%81%D0%BA%D0%B2%D0%B0"],
  ["broken codes beside others", "https://e.com/100%/caf%C3%A9%FF?q=a+b", "café", "100%", "q=a+b", "a b"],
  [
    "invisible characters and typographic marks",
    "Bo’s “sale”",
    "bo\u200bs".replace("s", ""),
    "\ufeffsale\u00ad",
    "„sale“",
  ],
] as const)
  test(`a search finds ${what}`, () => {
    for (const query of queries) assert.ok(isFound(text, query), query)
  })

for (const [text, query] of [
  ["Мой край", "мои"], // й is a letter of its own
  ["がき", "かき"],
  ["report final", "reportfinal"],
  ["report final", "report draft"],
  ["a sale", "-sale!x"],
] as const)
  test(`a search of “${query}” does not find “${text}”`, () => assert.equal(isFound(text, query), false))

test("a query without a visible character asks for everything, and one of marks alone for nothing", () => {
  for (const query of ["", " ", "\u200b", "\0", "\ufeff \u00ad"]) assert.equal(readSearch(query), undefined)
  for (const query of ["%", "_", "\\", "…"]) assert.deepEqual(readSearch(query), [])
})

test("a long query is cut", () => {
  assert.equal(readSearch(Array.from({ length: 100 }, (_, n) => `w${n}`).join(" "))?.length, 16)
})

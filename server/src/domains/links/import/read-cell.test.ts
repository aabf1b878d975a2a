import assert from "node:assert/strict"
import { test } from "node:test"
import { ServiceError } from "#kernel/error.ts"
import { readAnswer, readCount } from "./read-cell.ts"
import { importRow, readImportRow } from "./read-import-row.ts"

test("numbers are read as spreadsheets of all languages write them", () => {
  for (const text of [
    "1000",
    "1,000",
    "1.000",
    "1 000",
    "1\u00a0000",
    "1'000",
    "1000.0",
    "1000,00",
    "1,000.00",
    "1.000,0",
    "1 000,00",
    "1k",
    "1.0K",
  ]) {
    assert.equal(readCount(text), 1_000, text)
  }
  assert.deepEqual(["", "0", "12", "1,234,567", "1.234.567", "12,34,567"].map(readCount), [0, 0, 12, 1234567, 1234567, 1234567]) // biome-ignore format: pairs
  assert.deepEqual(["1.2k", "1,2 K", "15k", "1.5M"].map(readCount), [1_200, 1_200, 15_000, 1_500_000])
  for (const text of ["1.5", "1,5", "-3", "1e3", "many", "1,000,00", "1.25k", "1,00"]) {
    assert.equal(readCount(text), text === "1,00" ? 1 : undefined, text)
  }
})

test("yes and no are read in several languages", () => {
  for (const text of ["TRUE", "Yes", "1", "WAHR", "vrai", "x", "✓", "t", "Да", "はい", "是", "PRAWDA", "evet"])
    assert.equal(readAnswer(text), true, text)
  for (const text of [
    "FALSE",
    "",
    "no",
    "0",
    "FALSCH",
    "faux",
    "-",
    "f",
    "None",
    "N/A",
    "НЕТ",
    "いいえ",
    "否",
    "ONWAAR",
    "não",
  ])
    assert.equal(readAnswer(text), false, text)
  assert.equal(readAnswer("perhaps"), undefined)
})

test("a refusal speaks of the cell, in words for a person at a spreadsheet", () => {
  const destination = "https://example.com/"
  const refusals: [object, RegExp][] = [
    [{ destination: " " }, /^The row has no destination\.$/],
    [{ destination, expiresAt: "tomorrow" }, /^The end “tomorrow” is not a date\.$/],
    [{ destination, clickLimit: "many" }, /^The click limit “many” is not a whole number\.$/],
    [{ destination, passesQuery: "perhaps" }, /^“perhaps” does not say whether/],
  ]
  for (const [row, message] of refusals) {
    assert.throws(
      () => readImportRow(importRow.parse(row), 0),
      (error) => error instanceof ServiceError && message.test(error.message) && !/ISO|JSON|`/.test(error.hint ?? ""),
    )
  }
})

test("a title and tags of any length come along as far as they fit, and a note says what does not", () => {
  const tags = Array.from({ length: 12 }, (_, n) => `tag ${n}`).join(", ")
  const row = {
    destination: "https://example.com/",
    title: `${"🖌 long ".repeat(60)}`,
    tags: `${"x".repeat(40)}, ${tags}`,
  }
  const { link, notes } = readImportRow(importRow.parse(row), 0)
  assert.match(link.title ?? "", /^🖌 long 🖌.*long…$/u)
  assert.deepEqual(link.tags, tags.split(", ").slice(0, 10))
  assert.equal(notes.length, 3)
  const families = readImportRow(importRow.parse({ ...row, title: "👩‍👩‍👧‍👦".repeat(120) }), 0)
  assert.match(families.link.title ?? "", /^👩‍👩‍👧‍👦.*…$/u)
  assert.match(notes.join(" "), /cut to 120 .*too long and is left out.* 10 are left out: tag 10, tag 11\./)
})

test("a day of creation in the future, or before there were short links, is left out and said", () => {
  const now = Date.UTC(2027, 0, 1)
  for (const createdAt of ["1899-12-30T00:00:00Z", "2027-01-02T00:00:00Z", "soon"]) {
    const { past, notes } = readImportRow(importRow.parse({ destination: "https://example.com/", createdAt }), now)
    assert.equal(past.created_at, now, createdAt)
    assert.equal(notes.length, 1, createdAt)
  }
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { decodeCsv, readCsv, writeCsv } from "./csv-text.ts"

test("written CSV reads back unchanged: quotes, lines, formulas, empty text", () => {
  const rows = [
    ["destination", "title", "clicks"],
    ['say "ink", twice', "two\r\nlines", "-1"],
    ["=SUM(A1)", "@home", "+49"],
    ["a;b", "", "'quoted'"],
    ["'=1", "''-1", "'"],
    ["\tindented", "ünï 日本 🖌", ""],
  ]
  const text = writeCsv(rows)
  assert.ok(!/^[=+@-]|[,"][=+@-]/m.test(text), "nothing begins as a formula does")
  assert.deepEqual(
    readCsv(`\ufeff${text}`).map(({ cells }) => cells),
    rows,
  )
})

test("each row has the number of its first line; empty lines are skipped, and the last needs no line end", () => {
  const text = 'a,b\n"1\n2",x\n\n , \r\n3,y\r4,"z"'
  assert.deepEqual(readCsv(text), [
    { line: 1, cells: ["a", "b"] },
    { line: 2, cells: ["1\n2", "x"] },
    { line: 6, cells: ["3", "y"] },
    { line: 7, cells: ["4", "z"] },
  ])
})

test("semicolons and tabs are read where the first line has them", () => {
  assert.deepEqual(readCsv("a;b\n1,5;2")[1]?.cells, ["1,5", "2"])
  assert.deepEqual(readCsv("a\tb\n1,5\t2")[1]?.cells, ["1,5", "2"])
  assert.deepEqual(readCsv("a\n1,5")[1]?.cells, ["1", "5"])
  assert.deepEqual(readCsv(""), [])
})

test("a line such as sep=; names the separator, and is counted", () => {
  assert.deepEqual(readCsv("\ufeffsep=;\r\na,b;c\r\n1;2"), [
    { line: 2, cells: ["a,b", "c"] },
    { line: 3, cells: ["1", "2"] },
  ])
  assert.deepEqual(readCsv('"sep=\t"\na\tb')[0]?.cells, ["a", "b"])
  assert.deepEqual(readCsv("sep=x\n1")[0]?.cells, ["sep=x"], "a column of this name")
})

test("text in UTF-16 is read with and without its mark", () => {
  for (const text of ["Ziel,Titel\n1,ü 東", "\ufeffa"]) {
    const little = new Uint8Array([...text].flatMap((sign) => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]))
    const big = new Uint8Array([...text].flatMap((sign) => [sign.charCodeAt(0) >> 8, sign.charCodeAt(0) & 255]))
    for (const { buffer } of [little, big]) assert.equal(decodeCsv(buffer), text.replace("\ufeff", ""))
  }
})

test("text of Western Windows is read where it is not UTF-8", () => {
  assert.equal(decodeCsv(Uint8Array.of(0xfc).buffer), "ü")
  assert.equal(decodeCsv(new TextEncoder().encode("ü").buffer), "ü")
})

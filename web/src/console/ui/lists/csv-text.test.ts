import assert from "node:assert/strict"
import { test } from "node:test"
import { readCsv, writeCsv } from "./csv-text.ts"

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

test("the separator is what most of the first lines have equally often", () => {
  for (const [sign, other] of [
    [";", ","],
    [",", ";"],
    ["\t", ","],
    ["|", ","],
  ] as const) {
    const lines = ["links", `made in May${other} by Bo${other} here`, "", ...["a,b;", "1", "2"].map((cell) => `"${cell}"${sign}x${sign}y`)] // biome-ignore format: a table
    assert.deepEqual(readCsv(lines.join("\n")).at(-1)?.cells, ["2", "x", "y"], sign)
  }
  assert.deepEqual(readCsv("a;1,5;2\nb;2,5;3")[1]?.cells, ["b", "2,5", "3"])
  assert.deepEqual(readCsv("url,tags\na,x;y;z\nb,x;y;z")[1]?.cells, ["a", "x;y;z"])
  assert.deepEqual(readCsv("url;price;clicks\na;1,5;2\nb;2,5;3")[1]?.cells, ["a", "1,5", "2"])
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

import assert from "node:assert/strict"
import { test } from "node:test"
import * as Y from "yjs"
import { type DocNode, nodesIn } from "#contract/docs/doc-node.ts"
import { sharedText } from "#test/support/docs/shared-lines.ts"
import { partAt } from "../markdown/doc-part.ts"
import { writeMarkdown } from "../markdown/write-markdown.ts"
import { toPublicBody } from "../sharing/public-body.ts"
import { newDoc, readUpdate, tryUpdate } from "../vetting/index.ts"
import { textOfDoc } from "../words/index.ts"
import { fromJson, toJson } from "./index.ts"

const element = (type: string, ...content: DocNode[]): DocNode => ({ type, content })
const words = (text: string): DocNode => ({ type: "text", text })
const many = <Item>(count: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => make(at))
const cell = (colspan: number): DocNode => ({ ...element("tableCell", element("paragraph")), attrs: { colspan } })
const table = (rows: number, cells: number, columns = 1) =>
  element("table", ...many(rows, () => element("tableRow", ...many(cells, () => cell(columns)))))

const inQuotes = (depth: number, inside: DocNode): DocNode =>
  depth === 0 ? inside : element("blockquote", inQuotes(depth - 1, inside))

/** A link with a long address whose text alternates between bold and plain. The update has the address once. */
function manyParts(title: string | null = null): Uint8Array {
  const doc = new Y.Doc()
  const text = sharedText(doc)
  text.insert(0, "a".repeat(4_000), {
    link: { href: `https://example.com/${"x".repeat(1_900)}`, ...(title && { title }) },
  })
  for (let at = 0; at < 4_000; at += 2) text.format(at, 1, { bold: {} })
  return Y.encodeStateAsUpdate(doc)
}

/** A browser's first update of an empty doc. */
function made(...content: DocNode[]): Uint8Array {
  const doc = new Y.Doc()
  fromJson(doc, { type: "doc", content })
  return Y.encodeStateAsUpdate(doc)
}

function vetted(update: Uint8Array): Y.Doc {
  readUpdate(update)
  const doc = newDoc()
  tryUpdate(doc, update)
  return doc
}

const blocks: Record<string, () => DocNode[]> = {
  "lines of code in sixty quotes": () => [inQuotes(60, element("codeBlock", words("\n".repeat(900_000))))],
  "words in sixty quotes": () => [
    inQuotes(60, element("blockquote", ...many(15_000, () => element("paragraph", words("a"))))),
  ],
  "a table of many cells": () => [table(100, 100)],
  "a table in HTML in fifty quotes": () => [inQuotes(50, table(500, 1, 2))],
  "cells that cover many columns": () => many(50, () => table(100, 1, 100)),
  "rows of one cell below a long one": () => [
    element(
      "table",
      element("tableRow", ...many(100, () => cell(1))),
      ...many(9_000, () => element("tableRow", cell(1))),
    ),
  ],
  "empty lines": () => many(45_000, () => element("paragraph")),
}

/** A part of a few bytes repeats its name, attributes and marks in JSON. */
const mostJson = { times: 25, extra: 4_000_000 }

const worst: Record<string, () => Uint8Array> = {
  ...Object.fromEntries(Object.entries(blocks).map(([what, make]) => [what, () => made(...make())])),
  "a link in many parts": () => manyParts(),
  "a link in many parts with a long title": () => manyParts("y".repeat(400_000)),
}

for (const [what, make] of Object.entries(worst)) {
  test(`every conversion of a doc is in proportion to its size: ${what}`, (t) => {
    const update = make()
    const json = toJson(vetted(update))
    const lengths = {
      state: update.byteLength,
      json: JSON.stringify(json).length,
      public: JSON.stringify(toPublicBody(json)).length,
      text: textOfDoc(json).length,
      markdown: lengthOf(() => writeMarkdown(json)),
      model: lengthOf(() => firstPart(json)),
    }
    t.diagnostic(JSON.stringify(lengths))
    assert.ok(lengths.json <= mostJson.times * lengths.state + mostJson.extra)
    assert.ok(lengths.public <= lengths.json)
    assert.ok(lengths.text <= 500_000)
    assert.ok(lengths.markdown <= 8 * lengths.json + 1_000_000)
    assert.ok(lengths.model <= partOfModel)
  })
}

/** The longest part that a model reads at a time, in characters. */
const partOfModel = 24_000

const firstPart = (json: DocNode) => {
  const blocks = nodesIn(json.content)
  return partAt(blocks, { block: 0, offset: 0, end: blocks.length }, partOfModel).markdown
}

/** The length of the result; 0 where the conversion is refused. */
function lengthOf(write: () => string): number {
  try {
    return write().length
  } catch (error) {
    assert.equal((error as { code?: string }).code, "conflict", String(error))
    return 0
  }
}

const tooLarge: Record<string, () => DocNode> = {
  "101 columns": () => table(1, 101),
  "10,001 cells": () => element("table", ...many(101, () => element("tableRow", ...many(100, () => cell(1))))),
  "columns covered beyond 100": () => table(1, 2, 51),
  "a cell that covers a million": () => table(1, 1, 1_000_000),
}

for (const [what, make] of Object.entries(tooLarge)) {
  test(`a table with ${what} is refused when it is made`, () => {
    assert.throws(() => vetted(made(make())), { name: "HostileUpdate", isTooBig: true })
  })
}

test("a table that grows too large is refused, and a table that is too large may shrink", () => {
  const doc = vetted(made(table(100, 100)))
  const editor = new Y.Doc()
  Y.applyUpdate(editor, Y.encodeStateAsUpdate(doc))
  const changed = (...rows: [rows: number, cells: number]) => {
    const before = Y.encodeStateVector(editor)
    fromJson(editor, { type: "doc", content: [table(...rows)] })
    return Y.encodeStateAsUpdate(editor, before)
  }
  const grown = changed(101, 100)
  assert.throws(() => tryUpdate(doc, grown), { name: "HostileUpdate" })
  const shrunk = changed(99, 100)
  const old = newDoc() // from before the limit existed
  Y.applyUpdate(old, Y.encodeStateAsUpdate(editor))
  assert.doesNotThrow(() => tryUpdate(old, shrunk))
})

test("links are kept until their addresses have two million characters together", () => {
  const json = JSON.stringify(toJson(vetted(manyParts())))
  const links = json.match(/"type":"link"/g)?.length ?? 0
  assert.ok(links > 1_000 && links < 1_100, String(links))
  assert.equal(json.match(/"text":"a"/g)?.length, 4_000, "every letter is there")
})

test("a link's address and title are measured once for all parts of its text", (t) => {
  const doc = vetted(manyParts())
  const { mock } = t.mock.method(JSON, "stringify")
  toJson(doc)
  const measured = mock.calls.filter(({ arguments: [value] }) => Object.hasOwn(Object(value), "href"))
  assert.equal(measured.length, 1)
})

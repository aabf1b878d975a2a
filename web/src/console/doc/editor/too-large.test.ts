import assert from "node:assert/strict"
import { test } from "node:test"
import { getSchema } from "@tiptap/core"
import { EditorState } from "@tiptap/pm/state"
import { docExtensions } from "../../../../../server/src/contract/docs/doc-schema.ts"
import { whyTooLarge } from "./too-large.ts"

const schema = getSchema(docExtensions)
const paragraph = (words = "") => ({ type: "paragraph", ...(words && { content: [{ type: "text", text: words }] }) })
const table = (rows: number, columns: number) => ({
  type: "table",
  content: Array.from({ length: rows }, () => ({
    type: "tableRow",
    content: Array.from({ length: columns }, () => ({ type: "tableCell", content: [paragraph()] })),
  })),
})

/** The editor's message when a person inserts a node into a doc; undefined when it is inserted. */
function put(into: readonly object[], what: object, bytesBefore = 0): string | undefined {
  const doc = schema.nodeFromJSON({ type: "doc", content: into })
  const { tr } = EditorState.create({ schema, doc })
  return whyTooLarge(tr.insert(0, schema.nodeFromJSON(what)), () => bytesBefore)
}

test("an editor refuses a table that the service would refuse, and a paste that would fill the doc", () => {
  assert.equal(put([paragraph()], table(100, 100)), undefined)
  assert.match(put([paragraph()], table(101, 100)) ?? "", /100 columns and 10000 cells/)
  assert.match(put([paragraph()], table(1, 101)) ?? "", /100 columns/)
  assert.equal(put([table(1, 101)], paragraph("more")), undefined, "one of before stays, and does not hinder")
  assert.equal(put([paragraph()], paragraph("x".repeat(6_000_000))), undefined)
  assert.match(put([paragraph()], paragraph("x".repeat(6_000_000)), 2_000_000) ?? "", /too large/)
  assert.equal(put([paragraph()], paragraph("typed"), 9_000_000), undefined, "typing is not weighed")
})

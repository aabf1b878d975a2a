import assert from "node:assert/strict"
import { test } from "node:test"
import { getSchema } from "@tiptap/core"
import type { Schema } from "@tiptap/pm/model"
import { initProseMirrorDoc, updateYFragment } from "@tiptap/y-tiptap"
import * as Y from "yjs"
import { textField } from "../doc-format.ts"
import { docExtensions } from "../doc-schema.ts"
import { fromJson, toJson } from "./index.ts"
import { keepTextBlocksFilled } from "./text-blocks.ts"

const schema: Schema = getSchema(docExtensions)

/** Somebody's editor: after each change it writes its whole document over the shared one, as the library does. */
function person(state: Uint8Array, clientID: number) {
  const doc = new Y.Doc()
  doc.clientID = clientID
  Y.applyUpdate(doc, state)
  keepTextBlocksFilled(doc)
  const fragment = doc.getXmlFragment(textField)
  const write = (change: (lines: string[]) => string[]) => {
    const { doc: before, meta } = initProseMirrorDoc(fragment, schema)
    const lines = before.children.map(({ textContent }) => textContent)
    const paragraphs = change(lines).map((line) => schema.node("paragraph", null, line ? [schema.text(line)] : []))
    updateYFragment(doc, fragment, schema.node("doc", null, paragraphs), meta)
  }
  return {
    doc,
    type: (words: string) => write((lines) => [...lines.slice(0, -1), `${lines.at(-1) ?? ""}${words}`]),
    newLine: () => write((lines) => [...lines, ""]),
    lines: () => initProseMirrorDoc(fragment, schema).doc.children.map(({ textContent }) => textContent),
  }
}

type Person = ReturnType<typeof person>

function meet(one: Person, other: Person): void {
  const [ofOne, ofOther] = [one, other].map(({ doc }) => Y.encodeStateAsUpdate(doc))
  Y.applyUpdate(one.doc, ofOther ?? new Uint8Array())
  Y.applyUpdate(other.doc, ofOne ?? new Uint8Array())
}

/** Both write three times in the last line, and hear of each other after the first and at the end. */
function writeAtOnce(one: Person, other: Person): void {
  one.type("A")
  other.type("B")
  meet(one, other)
  one.type("a")
  other.type("b")
  other.type("c")
  meet(one, other)
}

const sorted = (text = "") => [...text].sort().join("")

test("two who begin to write in an empty doc at once find each letter once", () => {
  const doc = new Y.Doc()
  fromJson(doc, { type: "doc", content: [{ type: "paragraph" }] })
  const state = Y.encodeStateAsUpdate(doc)
  const [one, other] = [person(state, 1), person(state, 2)]

  writeAtOnce(one, other)

  assert.deepEqual(one.lines(), other.lines())
  assert.equal(sorted(one.lines()[0]), "ABabc")
})

test("two who begin to write in a new line at once find each letter once", () => {
  const doc = new Y.Doc()
  fromJson(doc, { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: "Plan" }] }] })
  const state = Y.encodeStateAsUpdate(doc)
  const [one, other] = [person(state, 1), person(state, 2)]
  one.newLine()
  meet(one, other)

  writeAtOnce(one, other)

  assert.deepEqual(one.lines(), other.lines())
  assert.deepEqual([one.lines()[0], sorted(one.lines()[1])], ["Plan", "ABabc"])
})

test("a line that waits for words reads as an empty one", () => {
  const json = { type: "doc", content: [{ type: "paragraph" }, { type: "heading", attrs: { level: 2 } }] }
  const doc = new Y.Doc()
  fromJson(doc, json)
  assert.deepEqual(toJson(doc), json)
  const before = Y.encodeStateVector(doc)
  fromJson(doc, json)
  assert.deepEqual(Y.encodeStateVector(doc), before, "and is left alone when the same is written again")
})

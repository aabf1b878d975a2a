import assert from "node:assert/strict"
import { test } from "node:test"
import * as Y from "yjs"
import { newDoc } from "#domains/docs/vetting/index.ts"
import { block, listOf } from "#test/support/docs/edits.ts"
import { type HeadlessEditor, headlessEditor } from "#test/support/docs/headless-editor.ts"
import { addLine, lineEnd, sharedText } from "#test/support/docs/shared-lines.ts"
import {
  apart,
  changesOfLine,
  endOf,
  lines,
  meet,
  placeBehind,
  shown,
  typeBehind,
} from "#test/support/docs/two-writers.ts"

for (const [what, { from, behind, does, reads }] of Object.entries(changesOfLine)) {
  test(`typed text is there once in a line that a colleague ${what} at the same time`, () => {
    const [ada, ben] = apart(...from)
    typeBehind(ben, "the plan", " of ours")
    placeBehind(ada, behind)
    does(ada.editor)
    assert.deepEqual(meet(ada, ben), reads)
  })
}

/** Deletes from a position to the line end behind some words. */
function deleteLine({ editor, doc }: HeadlessEditor, from: number, words: string): void {
  editor.view.dispatch(editor.state.tr.delete(from, endOf(doc, words) + 1))
}

for (const [where, typed, reads] of [
  ["behind its words", " of ours", " of ours"],
  ["between its words", "our", "our"],
] as const) {
  test(`text typed ${where} in a line that a colleague deletes becomes a separate line, and its writer is notified`, () => {
    const [ada, ben] = apart(...lines, block("paragraph", "below"))
    typeBehind(ben, where === "behind its words" ? "the plan" : "the", typed)
    deleteLine(ada, endOf(ada.doc, "above") + 1, "the plan")
    assert.deepEqual(meet(ada, ben), ["above", reads, "below"])
    assert.deepEqual([ada.kept, ben.kept], [[], [typed]])
  })
}

test("text typed in an item that a colleague deletes becomes an item", () => {
  const [ada, ben] = apart(listOf("bulletList", ["first", "the plan", "last"]))
  typeBehind(ben, "the plan", " of ours")
  placeBehind(ada, "the plan")
  const { $from } = ada.editor.state.selection
  ada.editor.view.dispatch(ada.editor.state.tr.delete($from.before(2), $from.after(2)))
  assert.deepEqual(meet(ada, ben), [
    "bulletList listItem first",
    "bulletList listItem  of ours",
    "bulletList listItem last",
  ])
})

test("text typed in one of several lines that a colleague deletes, some only partly, becomes a separate line", () => {
  const [ada, ben] = apart(...lines, block("paragraph", "below"))
  typeBehind(ben, "the plan", " of ours")
  ada.editor.view.dispatch(ada.editor.state.tr.delete(endOf(ada.doc, "ab"), endOf(ada.doc, "belo")))
  assert.deepEqual(meet(ada, ben), ["ab", " of ours", "w"])
})

test("text typed in a line that a colleague cuts and pastes stays at the line's old place, and its writer is notified", () => {
  const [ada, ben] = apart(...lines, block("paragraph", "below"))
  typeBehind(ben, "the plan", " of ours")
  deleteLine(ada, endOf(ada.doc, "above") + 1, "the plan")
  ada.editor.view.dispatch(
    ada.editor.state.tr.insert(
      ada.doc.content.size,
      ada.editor.schema.node("paragraph", null, ada.editor.schema.text("the plan")),
    ),
  )
  assert.deepEqual(meet(ada, ben), ["above", " of ours", "below", "the plan"])
  assert.deepEqual(ben.kept, [" of ours"])
})

test("a line that a colleague joins with the next while deleting a part keeps typed text, without a notice", () => {
  const [ada, ben] = apart(...lines, block("paragraph", "below"))
  typeBehind(ben, "the plan", " of ours")
  const end = endOf(ada.doc, "the plan")
  ada.editor.view.dispatch(ada.editor.state.tr.delete(end - 2, end + 2))
  assert.deepEqual(meet(ada, ben), ["above", "the pl of oursbelow"])
  assert.deepEqual(ben.kept, [])
})

for (const [where, behind] of [
  ["at the end of a line", "the plan"],
  ["in the middle of a line", "the"],
] as const) {
  test(`words that two people type at one place at once, ${where}, stay unbroken side by side`, () => {
    const [ada, ben] = apart(...lines)
    for (const one of [ada, ben]) placeBehind(one, behind)
    for (const letters of ["AB", "de", "an"]) {
      for (const [at, { editor }] of [ada, ben].entries()) {
        editor.view.dispatch(editor.state.tr.insertText(letters.charAt(at)))
      }
      meet(ada, ben)
    }
    assert.deepEqual(shown(ada), ["above", "the plan".replace(behind, `${behind}AdaBen`)])
  })
}

test("text that a colleague types at either edge of a selection is not selected", () => {
  for (const edge of ["the ", "the plan"]) {
    const [ada, ben] = apart(...lines)
    const end = endOf(ada.doc, "the plan")
    ada.editor.commands.setTextSelection({ from: end - "plan".length, to: end })
    typeBehind(ben, edge, "!")
    meet(ada, ben)
    const { from, to } = ada.editor.state.selection
    assert.equal(ada.doc.textBetween(from, to), "plan")
  }
})

test("a cursor at the beginning of a line stays with its words when a colleague inserts a line before", () => {
  const [ada, ben] = apart(...lines)
  placeBehind(ada, "the plan")
  ada.editor.commands.setTextSelection(ada.editor.state.selection.$from.start())
  placeBehind(ben, "above")
  ben.editor.commands.splitBlock()
  meet(ada, ben)
  ada.editor.view.dispatch(ada.editor.state.tr.insertText("Ada: "))
  assert.deepEqual(meet(ada, ben), ["above", "", "Ada: the plan"])
})

test("a line that two people split at once has its end once", () => {
  const [ada, ben] = apart(block("paragraph", "one two three"))
  for (const [person, behind] of [
    [ada, "one"],
    [ben, "two"],
  ] as const) {
    placeBehind(person, behind)
    person.editor.commands.splitBlock()
  }
  assert.deepEqual(meet(ada, ben), ["one", " two", " three"])
})

test("a line that two people convert to different kinds at once is there once, as one of them", () => {
  const [ada, ben] = apart(block("paragraph", "the plan"))
  for (const person of [ada, ben]) placeBehind(person, "the plan")
  ada.editor.commands.toggleBulletList()
  ben.editor.commands.toggleTaskList()
  const [line = "", ...more] = meet(ada, ben)
  assert.deepEqual(more, [])
  assert.match(line, /^(bulletList listItem|taskList taskItem) the plan$/)
})

test("an item that one person indents and another ticks at once is indented and ticked", () => {
  const [ada, ben] = apart(listOf("taskList", ["first", "the plan"]))
  for (const person of [ada, ben]) placeBehind(person, "the plan")
  ada.editor.commands.sinkListItem("taskItem")
  ben.editor.commands.updateAttributes("taskItem", { checked: true })
  assert.deepEqual(meet(ada, ben), ["taskList taskItem first", "taskList taskItem taskList taskItem the plan"])
  assert.match(
    JSON.stringify(ada.doc),
    /"checked":true[^[]*\[\{"type":"paragraph","content":\[\{"type":"text","text":"the plan"/,
  )
})

test("undo reverts a person's own changes, and keeps text of others in the same line", () => {
  const [ada, ben] = apart(block("paragraph", "the plan"))
  typeBehind(ada, "the plan", " of mine")
  ada.editor.commands.setTextSelection(1)
  ada.editor.commands.toggleHeading({ level: 1 })
  typeBehind(ben, "the plan", " of ours")
  meet(ada, ben)
  while (ada.binding.undoing.undoStack.length > 0) ada.binding.undoing.undo()
  assert.deepEqual(meet(ada, ben), ["the plan of ours"])
})

test("moving the cursor writes nothing, even in malformed lines", () => {
  const doc = newDoc()
  addLine(doc, "in a list without a beginning", lineEnd({ in: "bulletList listItem" }))
  sharedText(doc).insert(sharedText(doc).length, "without an end", {})
  const { editor, ydoc } = headlessEditor(doc)
  const before = Y.encodeStateAsUpdate(ydoc)
  editor.commands.setTextSelection(5)
  assert.deepEqual(Y.encodeStateAsUpdate(ydoc), before)
  editor.view.dispatch(editor.state.tr.insertText("!"))
  assert.notDeepEqual(Y.encodeStateAsUpdate(ydoc), before, "what is typed is written")
})

import assert from "node:assert/strict"
import { test } from "node:test"
import type { Editor, JSONContent } from "@tiptap/core"
import * as Y from "yjs"
import { fromJson } from "#domains/docs/conversion/index.ts"
import { newDoc } from "#domains/docs/vetting/index.ts"
import { block, listOf } from "#test/support/docs/edits.ts"
import { type HeadlessEditor, headlessEditor } from "#test/support/docs/headless-editor.ts"
import { addLine, lineEnd, sharedText } from "#test/support/docs/shared-lines.ts"
import { keepOwnLines } from "../../../web/src/console/doc/collaboration/own-lines.ts"

/** A person's editor. `kept` has the words that got a new line end because a colleague deleted theirs. */
type Writer = HeadlessEditor & { readonly kept: string[] }

/** The editors of two people with the same text, not connected. */
function apart(...content: JSONContent[]): [ada: Writer, ben: Writer] {
  const doc = newDoc()
  fromJson(doc, { type: "doc", content })
  const state = Y.encodeStateAsUpdate(doc)
  const open = (clientID: number) => {
    const ydoc = Object.assign(new Y.Doc(), { clientID })
    Y.applyUpdate(ydoc, state)
    const kept: string[] = []
    const isOwn = ({ client }: Y.ID) => client === clientID
    keepOwnLines(ydoc, { isOwn, isUnstored: isOwn }, (words) => kept.push(words))
    return Object.defineProperty(headlessEditor(ydoc), "kept", { value: kept }) as Writer
  }
  return [open(2), open(3)]
}

/** Connects both editors. Returns the lines that both show. */
function meet(ada: HeadlessEditor, ben: HeadlessEditor): string[] {
  for (let round = 0; round < 2; round += 1) {
    const [one, other] = [ada, ben].map(({ ydoc }) => Y.encodeStateAsUpdate(ydoc)) as [Uint8Array, Uint8Array]
    Y.applyUpdate(ada.ydoc, other)
    Y.applyUpdate(ben.ydoc, one)
  }
  assert.deepEqual(ada.doc.toJSON(), ben.doc.toJSON(), "both read the same")
  return shown(ada)
}

/** The lines of a text, each behind the names of its containers. */
function shown({ doc }: HeadlessEditor): string[] {
  const lines: string[] = []
  doc.descendants((node, pos) => {
    if (!node.isTextblock) return true
    const { path } = doc.resolve(pos + 1) as unknown as { path: { type?: { name: string } }[] }
    const names = path.flatMap(({ type }) =>
      type && type.name !== "doc" && type.name !== "paragraph" ? type.name : [],
    )
    lines.push([...names, node.textContent].join(" "))
    return false
  })
  return lines
}

function typeBehind({ editor, doc }: HeadlessEditor, words: string, typed: string): void {
  editor.view.dispatch(editor.state.tr.insertText(typed, endOf(doc, words)))
}

function endOf(doc: HeadlessEditor["doc"], words: string): number {
  let end = 0
  doc.descendants((node, pos) => {
    const at = node.isText ? (node.text ?? "").indexOf(words) : -1
    if (at >= 0) end = pos + at + words.length
  })
  assert.ok(end > 0, `no ${words} in ${doc}`)
  return end
}

const placeBehind = ({ editor, doc }: HeadlessEditor, words: string) =>
  editor.commands.setTextSelection(endOf(doc, words))

interface Case {
  /** The content, and the words before Ada's cursor. */
  readonly from: readonly JSONContent[]
  readonly behind: string
  readonly does: (editor: Editor) => unknown
  readonly reads: readonly string[]
}

const lines = [block("paragraph", "above"), block("paragraph", "the plan")]
const items = [listOf("bulletList", ["first", "the plan"])]

/** Ada changes the line in which Ben types behind "the plan" at the same time. */
const cases: Record<string, Case> = {
  "makes a heading of": {
    ...{ from: lines, behind: "the plan" },
    does: ({ commands }) => commands.toggleHeading({ level: 2 }),
    reads: ["above", "heading the plan of ours"],
  },
  "makes a bullet list of": {
    ...{ from: lines, behind: "the plan" },
    does: ({ commands }) => commands.toggleBulletList(),
    reads: ["above", "bulletList listItem the plan of ours"],
  },
  "makes a checklist of": {
    ...{ from: lines, behind: "the plan" },
    does: ({ commands }) => commands.toggleTaskList(),
    reads: ["above", "taskList taskItem the plan of ours"],
  },
  "makes a quote of": {
    ...{ from: lines, behind: "the plan" },
    does: ({ commands }) => commands.toggleBlockquote(),
    reads: ["above", "blockquote the plan of ours"],
  },
  "makes a code block of": {
    ...{ from: lines, behind: "the plan" },
    does: ({ commands }) => commands.toggleCodeBlock(),
    reads: ["above", "codeBlock the plan of ours"],
  },
  "joins by Backspace": {
    ...{ from: lines, behind: "the plan" },
    does: (editor) => {
      editor.commands.setTextSelection(editor.state.selection.$from.start())
      editor.commands.joinBackward()
    },
    reads: ["abovethe plan of ours"],
  },
  "indents by Tab": {
    ...{ from: items, behind: "the plan" },
    does: ({ commands }) => commands.sinkListItem("listItem"),
    reads: ["bulletList listItem first", "bulletList listItem bulletList listItem the plan of ours"],
  },
  "takes out of its list": {
    ...{ from: items, behind: "the plan" },
    does: ({ commands }) => commands.liftListItem("listItem"),
    reads: ["bulletList listItem first", "the plan of ours"],
  },
  "splits by Enter": {
    ...{ from: lines, behind: "the" },
    does: ({ commands }) => commands.splitBlock(),
    reads: ["above", "the", " plan of ours"],
  },
  "deletes the words of": {
    ...{ from: lines, behind: "the plan" },
    does: (editor) => {
      const end = editor.state.selection.from
      editor.view.dispatch(editor.state.tr.delete(end - "the plan".length, end))
    },
    reads: ["above", " of ours"],
  },
}

for (const [what, { from, behind, does, reads }] of Object.entries(cases)) {
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

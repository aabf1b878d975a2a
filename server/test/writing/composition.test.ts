import assert from "node:assert/strict"
import { test } from "node:test"
import { TextSelection, type Transaction } from "@tiptap/pm/state"
import { fromJson } from "#domains/docs/conversion/index.ts"
import { block } from "#test/support/docs/edits.ts"
import {
  apart,
  changesOfLine,
  endOf,
  exchange,
  meet,
  placeBehind,
  shown,
  typeBehind,
  type Writer,
} from "#test/support/docs/two-writers.ts"

/** What a Hangul keyboard shows after each key. */
const letters = ["ㅎ", "하", "한", "한ㄱ", "한그", "한글"]

/** Composes a word at the cursor, and does something after each key. Returns what ends the composition. */
function compose({ editor, compose }: Writer, afterKey: (key: number) => void, caret = "behind"): () => void {
  const end = compose()
  const caretIn = (text: string) => (caret === "behind" ? text.length : 0)
  const startOf = (text: string) => editor.state.selection.head - caretIn(text)
  const putCaret = (change: Transaction, at: number) =>
    editor.view.dispatch(change.setSelection(TextSelection.create(change.doc, at)))
  for (const [key, text] of letters.entries()) {
    const was = letters[key - 1] ?? ""
    const start = startOf(was)
    putCaret(editor.state.tr.insertText(text, start, start + was.length), start + caretIn(text))
    afterKey(key)
  }
  return () => {
    putCaret(editor.state.tr, startOf("한글") + "한글".length)
    end()
  }
}

for (const key of letters.keys()) {
  for (const [what, { from, behind, does, reads }] of Object.entries(changesOfLine)) {
    test(`a word is whole in a line that a colleague ${what} at key ${key} of its composition`, () => {
      const [ada, ben] = apart(...from)
      placeBehind(ben, "the plan")
      const end = compose(ben, (at) => {
        if (at === key) {
          placeBehind(ada, behind)
          does(ada.editor)
        }
        const line = ben.editor.state.selection.$head.parent
        exchange(ada, ben)
        assert.ok(ben.editor.state.selection.$head.parent.eq(line), "the composed line did not change")
      })
      end()
      assert.deepEqual(
        meet(ada, ben),
        reads.map((line) => line.replace(" of ours", "한글")),
      )
      ben.editor.view.dispatch(ben.editor.state.tr.insertText("!"))
      assert.deepEqual(
        meet(ada, ben),
        reads.map((line) => line.replace(" of ours", "한글!")),
      )
    })
  }
}

for (const [where, words, reads] of [
  ["before", "the", /^theabcdef plan한글 for you$/],
  ["at the place of", "the plan", /^the plan(한글abcdef|abcdef한글) for you$/],
  ["behind", "the plan for", /^the plan한글 forabcdef you$/],
] as const) {
  // Japanese keyboards put the caret before the words that they convert.
  for (const caret of ["behind", "before"])
    test(`a colleague's letters ${where} a composition wait, with the caret ${caret} it, and both read all`, () => {
      const [ada, ben] = apart(block("paragraph", "the plan for you"), block("paragraph", "below"))
      placeBehind(ben, "the plan")
      placeBehind(ada, words)
      const end = compose(
        ben,
        (key) => {
          ada.editor.view.dispatch(ada.editor.state.tr.insertText("abcdef".charAt(key)))
          typeBehind(ada, "below", "!")
          exchange(ada, ben)
          assert.deepEqual(shown(ben), [`the plan${letters[key]} for you`, `below${"!".repeat(key + 1)}`])
        },
        caret,
      )
      end()
      const [line = "", ...rest] = meet(ada, ben)
      assert.deepEqual(rest, [`below${"!".repeat(6)}`])
      assert.match(line, reads)
    })
}

for (const [version, content, reads] of [
  [
    "keeps the line",
    [block("heading", "12"), block("paragraph", "the plan of old")],
    ["heading 12", "the plan한글 of old"],
  ],
  ["lacks the line", [block("heading", "12"), block("paragraph", "below")], ["heading 12", "한글", "below"]],
] as const) {
  for (const key of letters.keys()) {
    test(`a composed word survives at key ${key} where a colleague restores a version that ${version}`, () => {
      const [ada, ben] = apart(block("paragraph", "above"), block("paragraph", "the plan"), block("paragraph", "below"))
      placeBehind(ben, "the plan")
      const end = compose(ben, (at) => {
        if (at === key) fromJson(ada.ydoc, { type: "doc", content: [...content] })
        exchange(ada, ben)
      })
      end()
      assert.deepEqual(meet(ada, ben), reads)
    })
  }
}

test("a composed word is whole where its writer continues in another line before a colleague’s change is shown", () => {
  const [ada, ben] = apart(block("paragraph", "1"), block("paragraph", ""), block("paragraph", ""))
  const type = (word: string) => {
    ben.compose()
    ben.editor.view.dispatch(ben.editor.state.tr.insertText(word))
  }
  ben.editor.commands.setTextSelection(endOf(ben.doc, "1") + 2)
  type("한")
  exchange(ada, ben)
  placeBehind(ada, "한")
  ada.editor.commands.toggleHeading({ level: 2 })
  exchange(ada, ben)
  assert.deepEqual(shown(ben), ["1", "한", ""], "the change waits")

  ben.editor.commands.setTextSelection(endOf(ben.doc, "한") + 2)
  type("글")

  assert.deepEqual(meet(ada, ben), ["1", "heading 한", "글"])
})

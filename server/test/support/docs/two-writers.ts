import assert from "node:assert/strict"
import type { Editor, JSONContent } from "@tiptap/core"
import * as Y from "yjs"
import { fromJson } from "#domains/docs/conversion/index.ts"
import { newDoc } from "#domains/docs/vetting/index.ts"
import { keepOwnLines } from "../../../../web/src/console/doc/collaboration/own-lines.ts"
import { block, listOf } from "./edits.ts"
import { type HeadlessEditor, headlessEditor } from "./headless-editor.ts"

/** A person's editor. `kept` has the words that got a new line end because a colleague deleted theirs. */
export type Writer = HeadlessEditor & { readonly kept: string[] }

/** The editors of two people with the same text, not connected. */
export function apart(...content: JSONContent[]): [ada: Writer, ben: Writer] {
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
export function meet(ada: HeadlessEditor, ben: HeadlessEditor): string[] {
  exchange(ada, ben)
  assert.deepEqual(ada.doc.toJSON(), ben.doc.toJSON(), "both read the same")
  return shown(ada)
}

/** The lines of a text, each behind the names of its containers. */
export function shown({ doc }: HeadlessEditor): string[] {
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

export function typeBehind({ editor, doc }: HeadlessEditor, words: string, typed: string): void {
  editor.view.dispatch(editor.state.tr.insertText(typed, endOf(doc, words)))
}

export function endOf(doc: HeadlessEditor["doc"], words: string): number {
  let end = 0
  doc.descendants((node, pos) => {
    const at = node.isText ? (node.text ?? "").indexOf(words) : -1
    if (at >= 0) end = pos + at + words.length
  })
  assert.ok(end > 0, `no ${words} in ${doc}`)
  return end
}

export const placeBehind = ({ editor, doc }: HeadlessEditor, words: string) =>
  editor.commands.setTextSelection(endOf(doc, words))

/** A change that Ada makes to one line, and what it reads where Ben typed " of ours" into it at the same time. */
interface Change {
  /** The content, and the words before Ada's cursor. */
  readonly from: readonly JSONContent[]
  readonly behind: string
  readonly does: (editor: Editor) => unknown
  readonly reads: readonly string[]
}

export const lines = [block("paragraph", "above"), block("paragraph", "the plan")]
const items = [listOf("bulletList", ["first", "the plan"])]

/** Ada changes the line in which Ben types behind "the plan" at the same time. */
export const changesOfLine: Record<string, Change> = {
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

/** Exchanges what both wrote, also where they do not show the same yet. */
export function exchange(ada: HeadlessEditor, ben: HeadlessEditor): void {
  for (let round = 0; round < 2; round += 1) {
    const [one, other] = [ada, ben].map(({ ydoc }) => Y.encodeStateAsUpdate(ydoc)) as [Uint8Array, Uint8Array]
    Y.applyUpdate(ada.ydoc, other)
    Y.applyUpdate(ben.ydoc, one)
  }
}

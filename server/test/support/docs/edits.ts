import type { Editor, JSONContent } from "@tiptap/core"
import type { Person, WritingScene } from "./writing-scene.ts"

/** A change that a person makes in the editor. */
export interface Edit {
  readonly name: string
  /** Which letters it may remove: undo removes what the person typed or brought back. */
  readonly takes: "nothing" | "own" | "any"
  run(): unknown
}

export const block = (type: string, text: string): JSONContent => ({
  type,
  content: text === "" ? [] : [{ type: "text", text }],
})

export const listOf = (type: "bulletList" | "taskList", lines: readonly string[]): JSONContent => ({
  type,
  content: lines.map((line) => ({
    type: type === "taskList" ? "taskItem" : "listItem",
    content: [block("paragraph", line)],
  })),
})

/** All edits at a cursor: keys, the bar above the text, pasting, undoing. */
export function editsOf(scene: WritingScene, { at: { editor, binding } }: Person): readonly Edit[] {
  const typing = editor.state.selection.empty ? "nothing" : "any"
  const edit = (name: string, takes: Edit["takes"], run: Edit["run"]): Edit => ({ name, takes, run })
  return [
    ...[1, 2, 3].map((count) => edit("type", typing, () => type(scene, editor, count))),
    ...Object.entries(kinds(scene, editor)).map(([name, run]) => edit(name, "nothing", run)),
    ...Object.entries(insertions(scene, editor)).map(([name, run]) => edit(name, typing, run)),
    edit("enter", typing, () => enter(editor)),
    edit("enter at the start", "nothing", () => atStart(editor, enter)),
    edit("backspace at the start", "nothing", () => atStart(editor, backspace)),
    edit("join with the line above", "nothing", () => atStart(editor, backspace)),
    edit("delete", "any", () => editor.commands.deleteSelection()),
    edit("delete a letter", "any", () => deleteLetter(editor)),
    edit("delete a row", "any", () => editor.commands.deleteRow()),
    edit("delete a column", "any", () => editor.commands.deleteColumn()),
    edit("undo", "own", () => binding.undoing.undo()),
    edit("redo", "own", () => binding.undoing.redo()),
  ]
}

function kinds(scene: WritingScene, editor: Editor): Record<string, () => unknown> {
  const { commands } = editor
  const item = editor.isActive("taskItem") ? "taskItem" : "listItem"
  return {
    heading: () => commands.toggleHeading({ level: scene.oneOf([1, 2, 3]) }),
    "bullet list": () => commands.toggleBulletList(),
    "numbered list": () => commands.toggleOrderedList(),
    checklist: () => commands.toggleTaskList(),
    quote: () => commands.toggleBlockquote(),
    "code block": () => commands.toggleCodeBlock(),
    check: () => commands.updateAttributes("taskItem", { checked: scene.oneOf([true, false]) }),
    tab: () => commands.sinkListItem(item),
    "shift and tab": () => commands.liftListItem(item),
    "join with the line below": () => commands.joinForward(),
    bold: () => commands.toggleMark("bold"),
    code: () => commands.toggleMark("code"),
    link: () => commands.setMark("link", { href: "https://a.example" }),
    "add a row": () => commands.addRowAfter(),
    "add a column": () => commands.addColumnAfter(),
  }
}

function insertions(scene: WritingScene, { commands }: Editor): Record<string, () => unknown> {
  return {
    "a break": () => commands.insertContent({ type: "hardBreak" }),
    "a mention": () => commands.insertContent({ type: "mention", attrs: { account: "a", label: "Ada" } }),
    "a rule": () => commands.setHorizontalRule(),
    "a picture": () => commands.insertContent({ type: "driveImage", attrs: { file: "f", alt: "" } }),
    "a table": () => commands.insertTable({ rows: 2, cols: 2, withHeaderRow: true }),
    paste: () => commands.insertContent([pasted(scene), pasted(scene)]),
  }
}

function pasted(scene: WritingScene): JSONContent {
  return scene.oneOf([
    block("paragraph", scene.letter() + scene.letter()),
    block("heading", scene.letter()),
    listOf("bulletList", [scene.letter(), scene.letter()]),
    listOf("taskList", [scene.letter()]),
    { type: "blockquote", content: [block("paragraph", scene.letter())] },
    block("codeBlock", scene.letter()),
  ])
}

function type(scene: WritingScene, editor: Editor, count: number): void {
  for (let n = 0; n < count; n += 1) editor.view.dispatch(editor.state.tr.insertText(scene.letter()))
}

/** The commands that the editor's keys try, in order. */
const enter = (editor: Editor) =>
  editor.commands.first(({ commands }) => [
    () => commands.splitListItem("listItem"),
    () => commands.splitListItem("taskItem"),
    () => commands.newlineInCode(),
    () => commands.createParagraphNear(),
    () => commands.liftEmptyBlock(),
    () => commands.splitBlock(),
  ])

const backspace = (editor: Editor) =>
  editor.commands.first(({ commands }) => [() => commands.joinBackward(), () => commands.selectNodeBackward()])

function atStart(editor: Editor, run: (editor: Editor) => unknown): void {
  const { $from } = editor.state.selection
  if ($from.parent.isTextblock) editor.commands.setTextSelection($from.start())
  run(editor)
}

function deleteLetter({ state, view }: Editor): void {
  const { $from, empty } = state.selection
  if (empty && $from.nodeBefore?.isText) view.dispatch(state.tr.delete($from.pos - 1, $from.pos))
}

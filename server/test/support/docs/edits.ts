import type { Editor, JSONContent } from "@tiptap/core"
import type { Person, WritingScene } from "./writing-scene.ts"

/** An action of a person on a text. */
export interface Way {
  readonly name: string
  /** The letters that it may remove. Undo removes the letters that the same person typed or restored. */
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

/** All actions at a person's cursor: keys, the toolbar, pasting, undoing. */
export function waysOf(scene: WritingScene, { at: { editor, binding } }: Person): readonly Way[] {
  const typing = editor.state.selection.empty ? "nothing" : "any"
  const way = (name: string, takes: Way["takes"], run: Way["run"]): Way => ({ name, takes, run })
  return [
    ...[1, 2, 3].map((count) => way("type", typing, () => type(scene, editor, count))),
    ...Object.entries(kinds(scene, editor)).map(([name, run]) => way(name, "nothing", run)),
    ...Object.entries(insertions(scene, editor)).map(([name, run]) => way(name, typing, run)),
    way("enter", typing, () => enter(editor)),
    way("enter at the start", "nothing", () => atStart(editor, enter)),
    way("backspace at the start", "nothing", () => atStart(editor, backspace)),
    way("join with the line above", "nothing", () => atStart(editor, backspace)),
    way("delete", "any", () => editor.commands.deleteSelection()),
    way("delete a letter", "any", () => deleteLetter(editor)),
    way("delete a row", "any", () => editor.commands.deleteRow()),
    way("delete a column", "any", () => editor.commands.deleteColumn()),
    way("undo", "own", () => binding.undoing.undo()),
    way("redo", "own", () => binding.undoing.redo()),
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

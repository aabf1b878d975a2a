import type { Editor } from "@tiptap/core"
import { consoleKeys } from "../../keys/shortcuts.ts"
import { lineBelow } from "./files/insert-of-drive.ts"

/** A panel beside the text that asks for something. */
export type PanelKind = "link" | "picture" | "file" | "describe"

/** A command that formats the text or inserts something. */
export interface BlockCommand {
  id: string
  name: string
  /** More search terms. */
  also?: string
  /** An SVG path in a square of 16, or letters. */
  icon: string
  /** The keyboard shortcut, in the syntax of the table of shortcuts. */
  keys?: string
  /** The node or mark that is active at the cursor. */
  active?: [name: string, attrs?: object]
  run(editor: Editor, open: (panel: PanelKind) => void): void
}

const chain = (editor: Editor) => editor.chain().focus()

const heading = (level: 1 | 2 | 3, also: string): BlockCommand => ({
  id: `heading-${level}`,
  name: `Heading ${level}`,
  also,
  icon: `H${level}`,
  keys: consoleKeys.docs[`heading${level}`][0],
  active: ["heading", { level }],
  run: (editor) => chain(editor).toggleHeading({ level }).run(),
})

/** The kinds of blocks, in the order of the menus. */
export const blocks: readonly BlockCommand[] = [
  heading(1, "title big h1"),
  heading(2, "subtitle h2"),
  heading(3, "small h3"),
  {
    id: "bullets",
    name: "Bullet list",
    also: "points unordered ul",
    icon: "M2.5 4h.01M2.5 8h.01M2.5 12h.01M6 4h8M6 8h8M6 12h8",
    keys: consoleKeys.docs.bullets[0],
    active: ["bulletList"],
    run: (editor) => chain(editor).toggleBulletList().run(),
  },
  {
    id: "numbers",
    name: "Numbered list",
    also: "ordered ol steps",
    icon: "M1.75 3.25 2.75 2.5v3.25M1.75 10.5h1.75L1.75 13.5H3.5M6.5 4h7.5M6.5 8h7.5M6.5 12h7.5",
    keys: consoleKeys.docs.numbers[0],
    active: ["orderedList"],
    run: (editor) => chain(editor).toggleOrderedList().run(),
  },
  {
    id: "checks",
    name: "Checklist",
    also: "todo task tick box",
    icon: "m1.5 4 1 1 2-2.25M1.5 11.5l1 1 2-2.25M7 4h7.25M7 12h7.25",
    keys: consoleKeys.docs.checks[0],
    active: ["taskList"],
    run: (editor) => chain(editor).toggleTaskList().run(),
  },
  {
    id: "quote",
    name: "Quote",
    also: "citation blockquote",
    icon: "M3 3v10M6.5 5h7.5M6.5 8h7.5M6.5 11h5",
    keys: consoleKeys.docs.quote[0],
    active: ["blockquote"],
    run: (editor) => chain(editor).toggleBlockquote().run(),
  },
  {
    id: "code",
    name: "Code block",
    also: "pre program snippet",
    icon: "M1.75 2.75h12.5v10.5H1.75zM6.25 6l-2 2 2 2M9.75 6l2 2-2 2",
    keys: consoleKeys.docs.codeBlock[0],
    active: ["codeBlock"],
    run: (editor) => chain(editor).toggleCodeBlock().run(),
  },
]

/** Commands that insert something. */
export const insertions: readonly BlockCommand[] = [
  {
    id: "table",
    name: "Table",
    also: "rows columns grid",
    icon: "M1.75 2.75h12.5v10.5H1.75zM1.75 6.25h12.5M1.75 9.75h12.5M6 6.25v7",
    run: (editor) => chain(editor).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).command(lineBelow).run(),
  },
  {
    id: "picture",
    name: "Image",
    also: "picture photo drive",
    icon: "M1.75 2.75h12.5v10.5H1.75zM2 11.5l3.75-4 3 3.25 1.75-1.75 3.5 3.5M10.75 5.75h.01",
    run: (_editor, open) => open("picture"),
  },
  {
    id: "file",
    name: "File",
    also: "attachment upload drive",
    icon: "m13.5 7.5-5.3 5.3a3.2 3.2 0 0 1-4.5-4.5l5.6-5.6a2.1 2.1 0 0 1 3 3L6.9 11a1 1 0 0 1-1.5-1.5L10 5",
    run: (_editor, open) => open("file"),
  },
  {
    id: "rule",
    name: "Divider",
    also: "rule line separator hr",
    icon: "M1.75 8h12.5",
    run: (editor) => chain(editor).setHorizontalRule().run(),
  },
  {
    id: "mention",
    name: "Mention",
    also: "member person name @",
    icon: "M8 10.75a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5zM10.75 5.25v3.5c0 2.5 3.25 2.5 3.25-.75a6 6 0 1 0-2.5 4.9",
    run: (editor) => chain(editor).insertContent(signBefore(editor, "@")).run(),
  },
  {
    id: "object",
    name: "Link to page",
    also: "doc link offer folder file [[",
    icon: "M3.25 1.75h6l3.5 3.5v9h-9.5zM9.25 1.75v3.5h3.5M5.75 8.5h4.5M5.75 11.25h4.5",
    run: (editor) => chain(editor).insertContent(signBefore(editor, "[[")).run(),
  },
]

/** The trigger of a suggestion list, with a space before it where it would otherwise not be recognised. */
function signBefore({ state: { selection } }: Editor, sign: string): string {
  const { parent, parentOffset } = selection.$from
  const before = parent.textBetween(Math.max(0, parentOffset - 1), parentOffset, "\n", "\ufffc")
  return before === "" || /[\s(\ufffc]/.test(before) ? sign : ` ${sign}`
}

/** Commands that mark text. */
export const marks: readonly BlockCommand[] = [
  {
    id: "bold",
    name: "Bold",
    icon: "B",
    keys: consoleKeys.docs.bold[0],
    active: ["bold"],
    run: (editor) => chain(editor).toggleBold().run(),
  },
  {
    id: "italic",
    name: "Italic",
    icon: "I",
    keys: consoleKeys.docs.italic[0],
    active: ["italic"],
    run: (editor) => chain(editor).toggleItalic().run(),
  },
  {
    id: "strike",
    name: "Strikethrough",
    icon: "S",
    keys: consoleKeys.docs.strike[0],
    active: ["strike"],
    run: (editor) => chain(editor).toggleStrike().run(),
  },
  {
    id: "inline-code",
    name: "Code",
    icon: "m5.5 4.5-3.75 3.5 3.75 3.5M10.5 4.5l3.75 3.5-3.75 3.5",
    keys: consoleKeys.docs.code[0],
    active: ["code"],
    run: (editor) => chain(editor).toggleCode().run(),
  },
  {
    id: "link",
    name: "Link",
    icon: "M6.75 9.25a2.5 2.5 0 0 0 3.54 0l2.2-2.2a2.5 2.5 0 0 0-3.54-3.54l-.9.9M9.25 6.75a2.5 2.5 0 0 0-3.54 0l-2.2 2.2a2.5 2.5 0 0 0 3.54 3.54l.9-.9",
    keys: consoleKeys.docs.link[0],
    active: ["link"],
    run: (_editor, open) => open("link"),
  },
]

export const history: readonly BlockCommand[] = [
  {
    id: "undo",
    name: "Undo",
    icon: "M5.5 2.75 2.25 6l3.25 3.25M2.5 6h7a4 4 0 0 1 0 8H6",
    keys: consoleKeys.docs.undo[0],
    run: (editor) => chain(editor).undo().run(),
  },
  {
    id: "redo",
    name: "Redo",
    icon: "M10.5 2.75 13.75 6l-3.25 3.25M13.5 6h-7a4 4 0 0 0 0 8H10",
    keys: consoleKeys.docs.redo[0],
    run: (editor) => chain(editor).redo().run(),
  },
]

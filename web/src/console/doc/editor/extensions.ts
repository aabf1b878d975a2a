import { type Editor, Extension, type Extensions, InputRule } from "@tiptap/core"
import { Heading } from "@tiptap/extension-heading"
import { TaskItem } from "@tiptap/extension-list"
import { Table } from "@tiptap/extension-table"
import { Dropcursor, Gapcursor, Placeholder } from "@tiptap/extensions"
import type { Node as ProseMirrorNode } from "@tiptap/pm/model"
import { docExtensions, LinkMark } from "../../../../../server/src/contract/docs/doc-schema.ts"
import { sharedText } from "../../../../../server/src/contract/docs/lines/index.ts"
import { toast } from "../../ui/toast.ts"
import type { OpenDoc } from "../collaboration/open-doc.ts"
import { caretFirst } from "./caret-first.ts"
import { oneCodeBlock } from "./code-block.ts"
import { directions } from "./directions.ts"
import type { DrawnNodes } from "./drawn-nodes.ts"
import { emptyHeaders } from "./empty-headers.ts"
import { clipboard } from "./paste/clipboard.ts"
import { linkOtherwise, linkPasted, linkTyped } from "./paste/link-addresses.ts"
import { offerMarkdown } from "./paste/offer-markdown.ts"
import { scrolled } from "./scrolled.ts"
import { scrollingBlocks } from "./scrolling-blocks.ts"
import { others, shareText } from "./shared/index.ts"
import { type SuggestKeys, suggest } from "./suggest/suggest.ts"
import { refuseTooLarge } from "./too-large.ts"
import type { menuKeysOf } from "./tools/use-menu-wish.ts"

interface Parts {
  open: Pick<OpenDoc, "doc" | "awareness" | "beforeOthers">
  nodes: DrawnNodes
  suggestKeys: SuggestKeys
  /** The shortcuts of the editor's menus; they return whether they did something. */
  menuKeys: ReturnType<typeof menuKeysOf>
}

const drawn = ["driveImage", "driveFile", "mention", "objectLink"]

/** The shared extensions, adapted for editing, and those that only the editor needs. */
export function editorExtensions({
  open: { doc, awareness, beforeOthers },
  nodes,
  suggestKeys,
  menuKeys,
}: Parts): Extensions {
  const inEditor: Readonly<Record<string, Extensions[number] | undefined>> = {
    heading,
    taskItem,
    table,
    link,
  }
  const shared = shareText(sharedText(doc))
  return [
    ...docExtensions.map((extension) => {
      if (drawn.includes(extension.name)) return extension.extend({ addNodeView: () => nodes.view })
      return inEditor[extension.name] ?? extension
    }),
    shared.extension,
    others(awareness, shared.binding),
    Placeholder.configure({ placeholder: wordsOfEmpty, showOnlyWhenEditable: false }),
    Dropcursor.configure({ color: "var(--pigment)", width: 2 }),
    Gapcursor,
    caretFirst(beforeOthers),
    scrolled,
    emptyHeaders,
    directions,
    oneCodeBlock,
    clipboard,
    offerMarkdown,
    scrollingBlocks,
    refuseTooLarge(doc, (title) => toast({ tone: "bad", title })),
    suggest(suggestKeys),
    Extension.create({ name: "menuKeys", addKeyboardShortcuts: () => menuKeys }),
  ]
}

const wordsOfEmpty = ({ editor: { isEditable } }: { editor: Editor }) =>
  isEditable ? "Write, or type / for commands" : "This doc is empty."

const heading = Heading.extend({
  // The doc's title is the page's first-level heading.
  renderHTML: ({ node, HTMLAttributes }) => [
    `h${node.attrs.level}`,
    { ...HTMLAttributes, "aria-level": node.attrs.level + 1, dir: "auto" },
    0,
  ],
}).configure({ levels: [1, 2, 3] })

const taskItem = TaskItem.extend({
  // The library's own rule would start a list within the item.
  addInputRules() {
    return [checksInList, ...(this.parent?.() ?? [])]
  },
}).configure({
  nested: true,
  a11y: { checkboxLabel: ({ firstChild }) => (firstChild && spoken(firstChild)) || "Empty" },
})

/** A box typed at the start of a list's item makes it a task: `- [ ] `. */
const checksInList = new InputRule({
  find: /^\[([ x]?)\]\s$/i,
  handler: ({ chain, state: { selection }, range, match: [, box] }) => {
    const { $from } = selection
    if ($from.node(-1)?.type.name !== "listItem" || $from.index(-1) > 0) return null
    const checked = box?.toLowerCase() === "x"
    chain().deleteRange(range).toggleTaskList().updateAttributes("taskItem", { checked }).run()
  },
})

/** The text of a line, with the labels of mentions and links. */
const spoken = (line: ProseMirrorNode) => line.textBetween(0, line.content.size, " ", ({ attrs }) => attrs.label ?? " ")

const table = Table.configure({ resizable: false, renderWrapper: true })

const link = LinkMark.extend({
  addInputRules() {
    return [linkTyped(this.type)]
  },
  addPasteRules() {
    return [linkPasted(this.type)]
  },
  addProseMirrorPlugins() {
    return [linkOtherwise(this.type)]
  },
})

import { type Editor, Extension, type Extensions, InputRule } from "@tiptap/core"
import { Heading } from "@tiptap/extension-heading"
import { TaskItem } from "@tiptap/extension-list"
import { Table } from "@tiptap/extension-table"
import { Dropcursor, Gapcursor, Placeholder } from "@tiptap/extensions"
import type { Node } from "@tiptap/pm/model"
import { Plugin } from "@tiptap/pm/state"
import { Decoration, DecorationSet } from "@tiptap/pm/view"
import { textDirection } from "../../../../../server/src/contract/docs/direction.ts"
import { docExtensions, LinkMark } from "../../../../../server/src/contract/docs/doc-schema.ts"
import { sharedText } from "../../../../../server/src/contract/docs/lines/index.ts"
import { toast } from "../../toast.ts"
import type { OpenDoc } from "../collaboration/open-doc.ts"
import { caretFirst } from "./caret-first.ts"
import { oneCodeBlock } from "./code-block.ts"
import { decorating } from "./decorating.ts"
import type { DrawnNodes } from "./drawn-nodes.ts"
import { clipboard } from "./paste/clipboard.ts"
import { linkOtherwise, linkPasted, linkTyped } from "./paste/link-addresses.ts"
import { offerMarkdown } from "./paste/offer-markdown.ts"
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
const spoken = (line: Node) => line.textBetween(0, line.content.size, " ", ({ attrs }) => attrs.label ?? " ")

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

/** Makes a header cell without content a usual cell for screen readers: it is the header of nothing. */
const emptyHeaders = decorating("emptyHeaders", findEmptyHeaders)

const onlyParagraph = 2

function findEmptyHeaders(doc: Node): DecorationSet {
  const found: Decoration[] = []
  doc.descendants((node, from) => {
    if (node.type.name === "tableHeader" && node.content.size === onlyParagraph)
      found.push(Decoration.node(from, from + node.nodeSize, { role: "cell" }))
    return !node.isTextblock
  })
  return DecorationSet.create(doc, found)
}

const scrolling = ["table", "codeBlock"]

/**
 * Marks blocks that can be wider than the text as reachable by keyboard. While writing, the caret scrolls them, and a
 * stop for Tab would take the focus from the text; a reader needs that stop.
 */
const scrollingBlocks = Extension.create({
  name: "scrollingBlocks",
  addProseMirrorPlugins() {
    const { editor } = this
    let known: { doc: Node; isEditable: boolean; set: DecorationSet } | undefined
    const decorations = ({ doc }: { doc: Node }) => {
      const { isEditable } = editor
      if (known?.doc !== doc || known.isEditable !== isEditable) {
        known = {
          doc,
          isEditable,
          set: markScrolling(doc, isEditable ? { contenteditable: "true" } : { tabindex: "0" }),
        }
      }
      return known.set
    }
    return [new Plugin({ props: { decorations } })]
  },
})

function markScrolling(doc: Node, look: Record<string, string>): DecorationSet {
  const marked: Decoration[] = []
  doc.descendants((node, from) => {
    if (scrolling.includes(node.type.name)) marked.push(Decoration.node(from, from + node.nodeSize, look))
    return !node.isTextblock
  })
  return DecorationSet.create(doc, marked)
}

/** Gives items and quotes the direction of their first line, so that their mark is on its side. */
const directions = decorating("directions", findDirections)

const known = new WeakMap<Node, ReturnType<typeof textDirection>>()

/** The direction of a block's text. An unchanged block is not read again. */
function directionIn(block: Node): ReturnType<typeof textDirection> {
  if (!known.has(block)) known.set(block, textDirection(block.textContent))
  return known.get(block)
}

const marked = new Set(["listItem", "taskItem", "blockquote"])

function findDirections(doc: Node): DecorationSet {
  const found: Decoration[] = []
  let isMixed = doc.children.some((block) => directionIn(block) === "rtl")
  doc.descendants((node, from) => {
    const dir = marked.has(node.type.name) && node.firstChild ? directionIn(node.firstChild) : undefined
    isMixed ||= dir === "rtl"
    if (dir) found.push(Decoration.node(from, from + node.nodeSize, { dir }))
    return !node.isTextblock
  })
  return isMixed ? DecorationSet.create(doc, found) : DecorationSet.empty
}

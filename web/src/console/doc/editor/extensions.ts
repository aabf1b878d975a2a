import { type Editor, type Extensions, InputRule, markPasteRule } from "@tiptap/core"
import { Heading } from "@tiptap/extension-heading"
import { TaskItem } from "@tiptap/extension-list"
import { Table } from "@tiptap/extension-table"
import { Dropcursor, Gapcursor, Placeholder } from "@tiptap/extensions"
import type { MarkType, Node as ProseMirrorNode } from "@tiptap/pm/model"
import { docExtensions, LinkMark } from "../../../../../server/src/contract/docs/doc-schema.ts"
import { sharedText } from "../../../../../server/src/contract/docs/lines/index.ts"
import { toast } from "../../ui/toast.ts"
import type { OpenDoc } from "../collaboration/open-doc.ts"
import { caretFirst } from "./caret-first.ts"
import type { DrawnNodes } from "./drawn-nodes.ts"
import { scrolled } from "./scrolled.ts"
import { others, shareText } from "./shared/index.ts"
import { type SuggestKeys, suggest } from "./suggest.ts"
import { refuseTooLarge } from "./too-large.ts"

interface Parts {
  open: Pick<OpenDoc, "doc" | "awareness" | "beforeOthers">
  nodes: DrawnNodes
  suggestKeys: SuggestKeys
  /** Opens the panel for a link's address. */
  onLink(): void
}

const drawn = ["driveImage", "driveFile", "mention", "objectLink"]

/** The shared extensions, adapted for editing, and those that only the editor needs. */
export function editorExtensions({
  open: { doc, awareness, beforeOthers },
  nodes,
  suggestKeys,
  onLink,
}: Parts): Extensions {
  const inEditor: Readonly<Record<string, Extensions[number] | undefined>> = {
    heading,
    taskItem,
    table,
    link: linkWith(onLink),
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
    refuseTooLarge(doc, (title) => toast({ tone: "bad", title })),
    suggest(suggestKeys),
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

const taskItem = TaskItem.configure({
  nested: true,
  a11y: { checkboxLabel: ({ firstChild }) => (firstChild && spoken(firstChild)) || "Empty" },
})

/** The text of a line, with the labels of mentions and links. */
const spoken = (line: ProseMirrorNode) => line.textBetween(0, line.content.size, " ", ({ attrs }) => attrs.label ?? " ")

const table = Table.configure({ resizable: false, renderWrapper: true })

/** A URL becomes a link when a space follows it, and when it is pasted. */
const typedAddress = /(?:^|\s)(https?:\/\/[^\s<>"]{3,1990})\s$/
const pastedAddress = /https?:\/\/[^\s<>"]{3,1990}/g

/** The library's own rule would remove the space after the URL. */
const linkTyped = (type: MarkType) =>
  new InputRule({
    find: typedAddress,
    handler: ({ state: { tr }, range: { to }, match: [, href = ""] }) => {
      tr.addMark(to - href.length, to, type.create({ href }))
      tr.insertText(" ", to).removeStoredMark(type)
    },
  })

const linkWith = (onLink: () => void) =>
  LinkMark.extend({
    addKeyboardShortcuts: () => ({
      "Mod-k": () => {
        onLink()
        return true
      },
    }),
    addInputRules() {
      return [linkTyped(this.type)]
    },
    addPasteRules() {
      return [markPasteRule({ find: pastedAddress, type: this.type, getAttributes: ([href]) => ({ href }) })]
    },
  })

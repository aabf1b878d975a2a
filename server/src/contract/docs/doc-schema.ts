import { type Extensions, Mark, Node } from "@tiptap/core"
import { Blockquote } from "@tiptap/extension-blockquote"
import { Bold } from "@tiptap/extension-bold"
import { Code } from "@tiptap/extension-code"
import { CodeBlock } from "@tiptap/extension-code-block"
import { Document } from "@tiptap/extension-document"
import { HardBreak } from "@tiptap/extension-hard-break"
import { Heading } from "@tiptap/extension-heading"
import { HorizontalRule } from "@tiptap/extension-horizontal-rule"
import { Italic } from "@tiptap/extension-italic"
import { BulletList, ListItem, ListKeymap, OrderedList, TaskItem, TaskList } from "@tiptap/extension-list"
import { Paragraph } from "@tiptap/extension-paragraph"
import { Strike } from "@tiptap/extension-strike"
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table"
import { Text } from "@tiptap/extension-text"
import { alignOf } from "./doc-node.ts"
import { isKeptHref, isSafeHref } from "./safe-href.ts"

// What may stand in a doc. The browser's editor and the server read the same list, so this file imports next to
// nothing of ours. Others need the number without the editor's libraries.
export { schemaNumber, textField } from "./doc-format.ts"
export { isSafeHref }

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** The server is compiled without the types of a browser. */
const readAttribute = (element: unknown, name: string) =>
  (element as { getAttribute(name: string): string | null }).getAttribute(name)

/** An attribute that is text, kept in the attribute `data-…` of an element. */
const text = (name: string) => ({
  default: "",
  parseHTML: (element: unknown) => readAttribute(element, `data-${name}`) ?? "",
  renderHTML: (attributes: Record<string, unknown>) => ({ [`data-${name}`]: textOf(attributes[name]) }),
})

/** What is shown of a link or a picture that is pointed at. */
const title = {
  default: null,
  parseHTML: (element: unknown) => readAttribute(element, "title") || null,
  renderHTML: (attributes: Record<string, unknown>) => (attributes.title ? { title: textOf(attributes.title) } : {}),
}

/**
 * A link to somewhere else. A relative address leads nowhere here, so its words are marked and cannot be pressed. One
 * whose address may not stand in a doc is drawn as its words.
 */
export const LinkMark = Mark.create({
  name: "link",
  priority: 1_000,
  inclusive: false,
  addAttributes: () => ({ href: { default: null }, title }),
  parseHTML: () => [
    { tag: "a[href]", getAttrs: (element) => (isSafeHref(readAttribute(element, "href")) ? null : false) },
    {
      tag: "span[data-href]",
      getAttrs: (element) => {
        const href = readAttribute(element, "data-href")
        return isKeptHref(href) ? { href } : false
      },
    },
  ],
  renderHTML: ({ mark: { attrs }, HTMLAttributes }) => {
    const { href: _, ...shown } = HTMLAttributes
    if (isSafeHref(attrs.href))
      return ["a", { ...shown, href: attrs.href, target: "_blank", rel: "noopener noreferrer nofollow" }, 0]
    return ["span", isKeptHref(attrs.href) ? { ...shown, "data-href": attrs.href } : {}, 0]
  },
})

/** Nothing makes it any more; docs from before have it. */
const Underline = Mark.create({
  name: "underline",
  parseHTML: () => [{ tag: "u" }],
  renderHTML: () => ["u", {}, 0],
})

/** A picture of the drive, on a line of its own. Its bytes are asked for by whoever draws it. */
export const DriveImage = Node.create({
  name: "driveImage",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({ file: text("file"), alt: text("alt"), title }),
  parseHTML: () => [{ tag: "figure[data-file]" }],
  renderHTML: ({ HTMLAttributes }) => ["figure", HTMLAttributes],
})

/** A file of the drive, on a line of its own. `name` is what it was called when it was put here. */
export const DriveFile = Node.create({
  name: "driveFile",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({ file: text("file"), name: text("name") }),
  parseHTML: () => [{ tag: "div[data-file]" }],
  renderHTML: ({ HTMLAttributes, node }) => ["div", HTMLAttributes, textOf(node.attrs.name)],
})

/** A member who is named in the text, by account; `label` is what they were called when it was written. */
export const Mention = Node.create({
  name: "mention",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({ account: text("account"), label: text("label") }),
  parseHTML: () => [{ tag: "span[data-account]" }],
  renderHTML: ({ HTMLAttributes, node }) => ["span", HTMLAttributes, `@${textOf(node.attrs.label)}`],
  renderText: ({ node }) => `@${textOf(node.attrs.label)}`,
})

/** A link to something else in the workspace; whoever draws it asks for its present title. `label` is the one then. */
export const ObjectLink = Node.create({
  name: "objectLink",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({ kind: text("kind"), ref: text("ref"), label: text("label") }),
  parseHTML: () => [{ tag: "span[data-kind][data-ref]" }],
  renderHTML: ({ HTMLAttributes, node }) => ["span", HTMLAttributes, textOf(node.attrs.label)],
  renderText: ({ node }) => textOf(node.attrs.label),
})

/** Of a list: whether its items stand apart. */
const loose = {
  default: false,
  parseHTML: (element: unknown) => readAttribute(element, "data-loose") !== null,
  renderHTML: (attributes: Record<string, unknown>) => (attributes.loose === true ? { "data-loose": "" } : {}),
}

/** Of a cell: the side to which its words are aligned. The library's would write a style. */
const align = {
  default: null,
  parseHTML: (element: unknown) => alignOf(readAttribute(element, "data-align") ?? readAttribute(element, "align")),
  renderHTML: (attributes: Record<string, unknown>) => {
    const side = alignOf(attributes.align)
    return side === null ? {} : { "data-align": side }
  },
}

/** Everything that may stand in a doc, without what only an editor needs (history, menus, cursors). */
export const docExtensions: Extensions = [
  Document,
  Paragraph,
  Text,
  Heading.configure({ levels: [1, 2, 3] }),
  ...[BulletList, OrderedList, TaskList].map((list) =>
    list.extend({
      addAttributes() {
        return { ...this.parent?.(), loose }
      },
    }),
  ),
  ListItem,
  ListKeymap,
  TaskItem.configure({ nested: true }),
  Blockquote,
  CodeBlock,
  HardBreak,
  HorizontalRule,
  Table.configure({ resizable: false }),
  TableRow,
  ...[TableHeader, TableCell].map((cell) =>
    cell.extend({
      addAttributes() {
        return { ...this.parent?.(), align }
      },
    }),
  ),
  Bold,
  Italic,
  Strike,
  Code,
  Underline,
  LinkMark,
  DriveImage,
  DriveFile,
  Mention,
  ObjectLink,
]

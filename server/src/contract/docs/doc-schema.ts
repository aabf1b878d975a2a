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

// The editor's commands are declared in these modules. Without the lines below, declarations made of this file lack them.
export type {} from "@tiptap/extension-blockquote"
export type {} from "@tiptap/extension-bold"
export type {} from "@tiptap/extension-code"
export type {} from "@tiptap/extension-code-block"
export type {} from "@tiptap/extension-horizontal-rule"
export type {} from "@tiptap/extension-italic"
export type {} from "@tiptap/extension-strike"

// The nodes and marks of a doc. Both the browser's editor and the server read this list, so this file imports almost
// nothing else. Other files use the schema number without the editor's libraries.
export { schemaNumber, textField } from "./doc-format.ts"
export { isSafeHref }

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** The server is compiled without browser types. */
const readAttribute = (element: unknown, name: string) =>
  (element as { getAttribute(name: string): string | null }).getAttribute(name)

const text = (name: string) => ({
  default: "",
  parseHTML: (element: unknown) => readAttribute(element, `data-${name}`) ?? "",
  renderHTML: (attributes: Record<string, unknown>) => ({ [`data-${name}`]: textOf(attributes[name]) }),
})

const title = {
  default: null,
  parseHTML: (element: unknown) => readAttribute(element, "title") || null,
  renderHTML: (attributes: Record<string, unknown>) => (attributes.title ? { title: textOf(attributes.title) } : {}),
}

/** Renders a relative address as marked text that is not clickable, and a forbidden one as plain text. */
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

/** No editor creates this mark any more; older docs contain it. */
const Underline = Mark.create({
  name: "underline",
  parseHTML: () => [{ tag: "u" }],
  renderHTML: () => ["u", {}, 0],
})

export const DriveImage = Node.create({
  name: "driveImage",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({ file: text("file"), alt: text("alt"), title }),
  parseHTML: () => [{ tag: "figure[data-file]" }],
  renderHTML: ({ HTMLAttributes }) => ["figure", HTMLAttributes],
})

/** A file of the drive, as a block. `name` is its name at the time of insertion. */
const DriveFile = Node.create({
  name: "driveFile",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({ file: text("file"), name: text("name") }),
  parseHTML: () => [{ tag: "div[data-file]" }],
  renderHTML: ({ HTMLAttributes, node }) => ["div", HTMLAttributes, textOf(node.attrs.name)],
})

/** A mention of a member by account; `label` is their name at the time of writing. */
const Mention = Node.create({
  name: "mention",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({ account: text("account"), label: text("label") }),
  parseHTML: () => [{ tag: "span[data-account]" }],
  renderHTML: ({ HTMLAttributes, node }) => ["span", HTMLAttributes, `@${textOf(node.attrs.label)}`],
  renderText: ({ node }) => `@${textOf(node.attrs.label)}`,
})

/** A link to an object in the workspace. The renderer loads its present title; `label` is the title when written. */
const ObjectLink = Node.create({
  name: "objectLink",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({ kind: text("kind"), ref: text("ref"), label: text("label") }),
  parseHTML: () => [{ tag: "span[data-kind][data-ref]" }],
  renderHTML: ({ HTMLAttributes, node }) => ["span", HTMLAttributes, textOf(node.attrs.label)],
  renderText: ({ node }) => textOf(node.attrs.label),
})

const loose = {
  default: false,
  parseHTML: (element: unknown) => readAttribute(element, "data-loose") !== null,
  renderHTML: (attributes: Record<string, unknown>) => (attributes.loose === true ? { "data-loose": "" } : {}),
}

/** The alignment of a cell. The library's own attribute would render a `style`. */
const align = {
  default: null,
  parseHTML: (element: unknown) => alignOf(readAttribute(element, "data-align") ?? readAttribute(element, "align")),
  renderHTML: (attributes: Record<string, unknown>) => {
    const side = alignOf(attributes.align)
    return side === null ? {} : { "data-align": side }
  },
}

/** The schema's extensions, without those that only an editor needs (history, menus, cursors). */
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

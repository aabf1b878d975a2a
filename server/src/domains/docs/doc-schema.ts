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
import { isSafeHref } from "./safe-href.ts"

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

/** A link to somewhere else. One whose address is not safe is drawn as its words. */
export const LinkMark = Mark.create({
  name: "link",
  priority: 1_000,
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [
    { tag: "a[href]", getAttrs: (element) => (isSafeHref(readAttribute(element, "href")) ? null : false) },
  ],
  renderHTML: ({ mark: { attrs } }) =>
    isSafeHref(attrs.href)
      ? ["a", { href: attrs.href, target: "_blank", rel: "noopener noreferrer nofollow" }, 0]
      : ["span", {}, 0],
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
  addAttributes: () => ({ file: text("file"), alt: text("alt") }),
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

/** Everything that may stand in a doc, without what only an editor needs (history, menus, cursors). */
export const docExtensions: Extensions = [
  Document,
  Paragraph,
  Text,
  Heading.configure({ levels: [1, 2, 3] }),
  BulletList,
  OrderedList,
  ListItem,
  ListKeymap,
  TaskList,
  TaskItem.configure({ nested: true }),
  Blockquote,
  CodeBlock,
  HardBreak,
  HorizontalRule,
  Table.configure({ resizable: false }),
  TableRow,
  TableHeader,
  TableCell,
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

import { getSchema, type JSONContent } from "@tiptap/core"
import { Fragment, Mark, Node as ProseMirrorNode, type Schema } from "@tiptap/pm/model"
import { prosemirrorToYXmlFragment } from "@tiptap/y-tiptap"
import * as Y from "yjs"
import { textField } from "../doc-format.ts"
import { emptyBody } from "../doc-input.ts"
import { maxDepth } from "../doc-node.ts"
import { docExtensions } from "../doc-schema.ts"
import { linesOf } from "./lines.ts"
import { fillTextBlocks } from "./text-blocks.ts"

/** The editor's document as JSON. */
export type DocJson = JSONContent & { type: "doc" }

let made: Schema | undefined

/** What may stand in a doc, as ProseMirror reads it. */
function docSchema(): Schema {
  made ??= getSchema(docExtensions)
  return made
}

/** In characters, of the addresses of all links in a doc's JSON. Each part of a linked text repeats its address. */
const longestAddresses = 2_000_000

/**
 * The text of a shared doc as the editor's JSON. As in the editor, what the schema does not know or does not allow
 * where it stands is left out. So are links whose addresses, repeated for each part of their text, are too long
 * together; their text is not.
 */
export function toJson(doc: Y.Doc): DocJson {
  const addresses = { left: longestAddresses }
  const content = childrenOf(doc.getXmlFragment(textField), 0, addresses).filter(({ isBlock }) => isBlock)
  const node = content.length > 0 && createNode("doc", {}, content)
  return JSON.parse(JSON.stringify(node || emptyBody)) as DocJson // a node's own attributes have no prototype
}

interface Addresses {
  left: number
}

function childrenOf(parent: Y.XmlFragment, depth: number, addresses: Addresses): ProseMirrorNode[] {
  if (depth >= maxDepth) return []
  return parent.toArray().flatMap((child): ProseMirrorNode[] => {
    if (child instanceof Y.XmlText) return textOf(child, addresses)
    if (!(child instanceof Y.XmlElement)) return []
    const node = createNode(child.nodeName, child.getAttributes(), childrenOf(child, depth + 1, addresses))
    return node ? [node] : []
  })
}

function createNode(name: string, attrs: object, content: ProseMirrorNode[]): ProseMirrorNode | undefined {
  const type = docSchema().nodes[name]
  const fragment = Fragment.fromArray(content)
  return type && !type.isText && type.validContent(fragment) ? type.create({ ...attrs }, fragment) : undefined
}

function textOf(text: Y.XmlText, addresses: Addresses): ProseMirrorNode[] {
  const parts = text.toDelta() as { insert: unknown; attributes?: Record<string, unknown> }[]
  return parts.flatMap(({ insert, attributes = {} }) =>
    typeof insert === "string" && insert !== "" ? docSchema().text(insert, marksOf(attributes, addresses)) : [],
  )
}

/** A mark that can stand on the same text several times has a hash after its name. */
const nameOf = (key: string) => key.replace(/--[a-zA-Z0-9+/=]{8}$/, "")

function marksOf(attributes: Record<string, unknown>, addresses: Addresses): readonly Mark[] {
  let marks: readonly Mark[] = Mark.none
  for (const [key, value] of Object.entries(attributes)) {
    const type = docSchema().marks[nameOf(key)]
    if (key === "link" && !takeAddress(value, addresses)) continue
    if (type) marks = type.create(typeof value === "object" ? value : null).addToSet(marks)
  }
  return marks
}

/** Takes the room that a link's address needs; false where there is none left. */
function takeAddress(link: unknown, addresses: Addresses): boolean {
  const { length } = JSON.stringify(link ?? null)
  if (length > addresses.left) return false
  addresses.left -= length
  return true
}

/**
 * Writes the editor's JSON into a shared doc, over what is there; what is the same is left alone. Of a part that the
 * schema does not allow the words are kept, as paragraphs.
 */
export function fromJson(doc: Y.Doc, json: unknown): void {
  const fragment = doc.getXmlFragment(textField)
  doc.transact(() => {
    prosemirrorToYXmlFragment(readDoc(json), fragment)
    fillTextBlocks(fragment)
  })
}

function readDoc(json: unknown): ProseMirrorNode {
  const content = (json as { content?: unknown } | null)?.content
  const blocks = (Array.isArray(content) ? content : []).flatMap(readBlock)
  return ProseMirrorNode.fromJSON(docSchema(), blocks.length > 0 ? { type: "doc", content: blocks } : emptyBody)
}

function readBlock(json: unknown): JSONContent[] {
  try {
    const node = ProseMirrorNode.fromJSON(docSchema(), json)
    node.check()
    if (node.isBlock && depthOf(node) <= maxDepth - 2) return [node.toJSON() as JSONContent]
  } catch {} // the words are kept, whatever they stood in
  return linesOf(json).map((text) => ({ type: "paragraph", content: [{ type: "text", text }] }))
}

function depthOf(node: ProseMirrorNode): number {
  let deepest = 0
  node.forEach((child) => {
    deepest = Math.max(deepest, depthOf(child))
  })
  return deepest + 1
}

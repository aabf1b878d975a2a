import { getSchema, type JSONContent } from "@tiptap/core"
import { Node as ProseMirrorNode, type Schema } from "@tiptap/pm/model"
import type * as Y from "yjs"
import { docExtensions } from "#contract/docs/doc-schema.ts"
import {
  type Line,
  linesOf,
  mostContainers,
  readLines,
  type Span,
  sharedText,
  treeOf,
  writeLines,
} from "#contract/docs/lines/index.ts"
import { emptyBody } from "../doc-input.ts"
import { isTree, readTree } from "./read-tree.ts"
import { wordsOf } from "./words-of.ts"

/** The editor's document as JSON. */
export type DocJson = JSONContent & { type: "doc" }

let made: Schema | undefined

/** What may stand in a doc, as ProseMirror reads it. */
export function docSchema(): Schema {
  made ??= getSchema(docExtensions)
  return made
}

/** In characters, of the addresses of all links in a doc's JSON. Each part of a linked text repeats its address. */
const longestAddresses = 2_000_000

/**
 * The text of a shared doc as the editor's JSON. What the schema does not know or allow is left out, words are not. So
 * are links whose addresses, repeated for each part of their text, are too long together.
 */
export function toJson(doc: Y.Doc): DocJson {
  // A node's own attributes have no prototype.
  return JSON.parse(JSON.stringify(toNode(doc), withoutUsual)) as DocJson
}

/** Attributes that docs of schema 3 may have, each with the value that it has unless somebody sets it. */
const usual: Record<string, unknown> = { title: null, loose: false }

/** Leaves usual values out, so that a doc of an older schema is the same JSON as before. */
function withoutUsual(key: string, value: unknown): unknown {
  if (key !== "attrs" || typeof value !== "object" || value === null) return value
  const kept = Object.entries(value).filter(([name, set]) => !(name in usual && usual[name] === set))
  return kept.length > 0 ? Object.fromEntries(kept) : undefined
}

function toNode(doc: Y.Doc): ProseMirrorNode | typeof emptyBody {
  const schema = docSchema()
  if (!isTree(doc)) {
    const addresses = { left: longestAddresses, lengths: new WeakMap<object, number>() }
    const lines = readLines(sharedText(doc)).map(({ line }) => withLinks(line, addresses))
    return treeOf(schema, lines)
  }
  const blocks = readTree(doc, schema)
  return blocks.length > 0 ? schema.node("doc", null, blocks) : emptyBody
}

interface Addresses {
  left: number
  /** Of links that were measured. The parts of a linked text share one. */
  readonly lengths: WeakMap<object, number>
}

function withLinks(line: Line, addresses: Addresses): Line {
  const spans = line.spans.map((span): Span => {
    const length = lengthOf(span.marks.link, addresses)
    if (length <= addresses.left) {
      addresses.left -= length
      return span
    }
    const { link, ...marks } = span.marks
    return { ...span, marks }
  })
  return { ...line, spans }
}

function lengthOf(link: unknown, { lengths }: Addresses): number {
  if (typeof link !== "object" || link === null) return 0
  const length = lengths.get(link) ?? JSON.stringify(link).length
  lengths.set(link, length)
  return length
}

/**
 * Writes the editor's JSON into a shared doc, over what is there; what is the same is left alone. Of a part that the
 * schema does not allow the words are kept, as paragraphs.
 */
export function fromJson(doc: Y.Doc, json: unknown): void {
  const text = sharedText(doc)
  const wanted = linesOf(readDoc(json))
  doc.transact(() => writeLines(text, readLines(text), wanted))
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
    if (node.isBlock && depthOf(node) <= mostContainers) return [node.toJSON() as JSONContent]
  } catch {} // the words are kept, whatever they stood in
  return wordsOf(json).map((text) => ({ type: "paragraph", content: [{ type: "text", text }] }))
}

function depthOf(node: ProseMirrorNode): number {
  let deepest = 0
  node.forEach((child) => {
    deepest = Math.max(deepest, depthOf(child))
  })
  return deepest + 1
}

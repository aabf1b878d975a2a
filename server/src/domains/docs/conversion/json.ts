import { getSchema, type JSONContent } from "@tiptap/core"
import { Node as ProseMirrorNode, type Schema } from "@tiptap/pm/model"
import type * as Y from "yjs"
import { docExtensions } from "#contract/docs/doc-schema.ts"
import {
  type DocLine,
  type LineSpan,
  linesOf,
  mostContainers,
  readLines,
  sharedText,
  treeOf,
  writeLines,
} from "#contract/docs/lines/index.ts"
import { emptyBody } from "../doc-input.ts"
import { isTree, readTree } from "./read-tree.ts"

export type DocJson = JSONContent & { type: "doc" }

let made: Schema | undefined

export function docSchema(): Schema {
  made ??= getSchema(docExtensions)
  return made
}

/** Characters of all link addresses in a doc's JSON. Each part of a linked text repeats its address. */
const longestAddresses = 2_000_000

/** Leaves out nodes and marks outside the schema, but not their words. Drops links above `longestAddresses`. */
export function toJson(doc: Y.Doc): DocJson {
  // ProseMirror's attributes have no prototype; parsed JSON has one.
  return JSON.parse(JSON.stringify(toNode(doc), withoutUsual)) as DocJson
}

/** Attributes of schema 3 with their default values. */
const usual: Record<string, unknown> = { title: null, loose: false }

/** Leaves default values out, so that a doc of an older schema keeps its JSON. */
function withoutUsual(key: string, value: unknown): unknown {
  if (key !== "attrs" || typeof value !== "object" || value === null) return value
  const differing = Object.entries(value).filter(([name, set]) => !(name in usual && usual[name] === set))
  return differing.length > 0 ? Object.fromEntries(differing) : undefined
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
  /** The lengths of measured links. The parts of a linked text share one object. */
  readonly lengths: WeakMap<object, number>
}

function withLinks(line: DocLine, addresses: Addresses): DocLine {
  const spans = line.spans.map((span): LineSpan => {
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

/** Equal parts stay untouched. Of a part outside the schema the words are kept, as paragraphs. */
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
  } catch {} // the words are kept as paragraphs
  return wordsInJson(json).map((text) => ({ type: "paragraph", content: [{ type: "text", text }] }))
}

function depthOf(node: ProseMirrorNode): number {
  let deepest = 0
  node.forEach((child) => {
    deepest = Math.max(deepest, depthOf(child))
  })
  return deepest + 1
}

/** The words of any JSON similar to a document: a line for each node with text. */
function wordsInJson(json: unknown): string[] {
  const lines: string[] = []
  const waiting: unknown[] = [json]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { text, content } = (node ?? {}) as { text?: unknown; content?: unknown }
    if (typeof text === "string" && text !== "") lines.push(text)
    else if (isLine(content)) lines.push(content.map((part) => part.text).join(""))
    else if (Array.isArray(content)) waiting.push(...content.toReversed())
  }
  return lines.filter((line) => line !== "")
}

const isLine = (content: unknown): content is { text: string }[] =>
  Array.isArray(content) && content.every((part) => typeof part?.text === "string")

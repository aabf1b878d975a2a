import { Fragment, Mark, type Node, type Schema } from "@tiptap/pm/model"
import * as Y from "yjs"
import { treeField } from "#contract/docs/doc-format.ts"
import { maxDepth } from "#contract/docs/doc-node.ts"
import { sharedText } from "#contract/docs/lines/index.ts"

/** Whether a shared doc holds its text as a tree, the format up to schema 1. */
export function isTree(doc: Y.Doc): boolean {
  return sharedText(doc).length === 0 && doc.getXmlFragment(treeField).length > 0
}

/** The blocks of a tree. Like the editor of that time, it leaves out content outside the schema. */
export function readTree(doc: Y.Doc, schema: Schema): Node[] {
  return childrenOf(doc.getXmlFragment(treeField), schema, 0).filter(({ isBlock }) => isBlock)
}

function childrenOf(parent: Y.XmlFragment, schema: Schema, depth: number): Node[] {
  if (depth >= maxDepth) return []
  return parent.toArray().flatMap((child): Node[] => {
    if (child instanceof Y.XmlText) return textOf(child, schema)
    if (!(child instanceof Y.XmlElement)) return []
    const type = schema.nodes[child.nodeName]
    const content = Fragment.fromArray(childrenOf(child, schema, depth + 1))
    return type && !type.isText && type.validContent(content)
      ? [type.create({ ...child.getAttributes() }, content)]
      : []
  })
}

function textOf(text: Y.XmlText, schema: Schema): Node[] {
  const parts = text.toDelta() as { insert: unknown; attributes?: Record<string, unknown> }[]
  return parts.flatMap(({ insert, attributes = {} }) =>
    typeof insert === "string" && insert !== "" ? schema.text(insert, marksOf(attributes, schema)) : [],
  )
}

/** Strips the hash from the name of a mark that can occur several times on one text. */
const nameOf = (key: string) => key.replace(/--[a-zA-Z0-9+/=]{8}$/, "")

function marksOf(attributes: Record<string, unknown>, schema: Schema): readonly Mark[] {
  let marks: readonly Mark[] = Mark.none
  for (const [key, value] of Object.entries(attributes)) {
    const type = schema.marks[nameOf(key)]
    if (type) marks = type.create(typeof value === "object" ? value : null).addToSet(marks)
  }
  return marks
}

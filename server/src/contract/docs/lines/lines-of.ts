import type { Mark, Node } from "@tiptap/pm/model"
import { attrsBeside, type Container, writePath } from "./container-path.ts"
import type { DocLine, LineSpan, Marks } from "./line.ts"

const known = new WeakMap<Node, readonly DocLine[]>()

/** The lines of an editor's document. An unchanged block gives the same line objects again. */
export function linesOf(doc: Node): DocLine[] {
  return doc.children.flatMap((block) => {
    const lines = known.get(block) ?? linesIn(block)
    known.set(block, lines)
    return lines
  })
}

interface Open extends Container {
  isNew: boolean
}

function linesIn(top: Node): DocLine[] {
  const lines: DocLine[] = []
  const walk = (node: Node, path: readonly Open[]): void => {
    const { type } = node
    if (!node.isTextblock && !node.isLeaf) {
      const container = { name: type.name, isNew: true, attrs: attrsBeside(type, node.attrs) }
      for (const child of node.children) walk(child, [...path, container])
      return
    }
    const attrs = { ...attrsBeside(type, node.attrs), ...writePath(path) }
    lines.push({ kind: type.name, attrs, spans: node.children.map(spanOf), isEnded: true })
    for (const container of path) container.isNew = false
  }
  walk(top, [])
  return lines
}

function spanOf(node: Node): LineSpan {
  const marks = marksOf(node.marks)
  if (node.isText) return { text: node.text ?? "", marks }
  return { atom: { name: node.type.name, attrs: attrsBeside(node.type, node.attrs) }, marks }
}

function marksOf(marks: readonly Mark[]): Marks {
  return Object.fromEntries(marks.map(({ type, attrs }) => [type.name, attrsBeside(type, attrs)]))
}

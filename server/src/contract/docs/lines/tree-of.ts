import { type ContentMatch, Fragment, Mark, type Node, type NodeType, type Schema } from "@tiptap/pm/model"
import { maxDepth } from "../doc-node.ts"
import { type Container, readPath } from "./container-path.ts"
import type { Attrs, DocLine, LineSpan, Marks } from "./line.ts"

/** The deepest nesting of containers; deeper ones are left out. A document and a block enclose them. */
export const mostContainers = maxDepth - 2

interface Frame {
  readonly type: NodeType
  readonly attrs: Attrs
  readonly children: Node[]
  match: ContentMatch
  /** The parent's allowed content before this container was opened. */
  readonly before: ContentMatch | undefined
}

/** Concurrent edits may leave a list without an item, for example. Words are never left out; containers may be. */
export function treeOf(schema: Schema, lines: readonly DocLine[]): Node {
  const { topNodeType } = schema
  const stack: Frame[] = [frameOf(topNodeType, {}, undefined)]
  for (const line of lines) {
    const path = readPath(line.attrs, mostContainers)
    let shared = 0
    while (continuesIn(stack[shared + 1], path[shared])) shared += 1
    while (stack.length > shared + 1) close(stack)
    for (const { name, attrs } of path.slice(shared)) open(stack, schema.nodes[name], attrs)
    put(stack, blockOf(schema, line, topOf(stack)))
  }
  while (stack.length > 1) close(stack)
  const blocks = topOf(stack).children
  return topNodeType.create(null, blocks.length > 0 ? blocks : schema.node("paragraph"))
}

const continuesIn = (frame: Frame | undefined, container: Container | undefined): boolean =>
  frame !== undefined && container !== undefined && !container.isNew && frame.type.name === container.name

const frameOf = (type: NodeType, attrs: Attrs, before: ContentMatch | undefined): Frame => ({
  ...{ type, attrs, before },
  children: [],
  match: type.contentMatch,
})

function topOf(stack: readonly Frame[]): Frame {
  const top = stack.at(-1)
  if (!top) throw new Error("A document has no top.")
  return top
}

/** Opens a container where the schema allows it; otherwise it is left out. */
function open(stack: Frame[], type: NodeType | undefined, attrs: Attrs): void {
  if (!type || type.isLeaf || type.isTextblock || type.isInline) return
  const top = topOf(stack)
  const next = top.match.matchType(type)
  if (!next) return
  stack.push(frameOf(type, attrs, top.match))
  top.match = next
}

/** Closes the innermost container. An empty one is dropped. */
function close(stack: Frame[]): void {
  const frame = stack.pop()
  const top = topOf(stack)
  if (!frame) return
  if (frame.children.length > 0) top.children.push(frame.type.create(frame.attrs, frame.children))
  else if (frame.before) top.match = frame.before
}

/** Puts a block into the innermost container that may hold it. */
function put(stack: Frame[], block: Node): void {
  while (stack.length > 1 && !topOf(stack).match.matchType(block.type)) close(stack)
  const top = topOf(stack)
  top.match = top.match.matchType(block.type) ?? top.match
  top.children.push(block)
}

function blockOf(schema: Schema, line: DocLine, { match }: Frame): Node {
  const type = schema.nodes[line.kind]
  if (type?.isBlock && type.isLeaf && line.spans.length === 0) return type.create(line.attrs)
  const content = Fragment.from(line.spans.flatMap((span) => inlineOf(schema, span)))
  const kind = kindFor(type, content, { match, paragraph: schema.nodes.paragraph as NodeType })
  return kind.create(
    line.attrs,
    content.content.map((node) => node.mark(kind.allowedMarks(node.marks))),
  )
}

/** The block type of a line: a paragraph where the line's own type cannot hold the content or is not allowed here. */
function kindFor(
  type: NodeType | undefined,
  content: Fragment,
  { match, paragraph }: { match: ContentMatch; paragraph: NodeType },
): NodeType {
  if (!type?.isTextblock || !type.contentMatch.matchFragment(content)?.validEnd) return paragraph
  return match.matchType(type) || !match.matchType(paragraph) ? type : paragraph
}

function inlineOf(schema: Schema, { text, atom, marks }: LineSpan): Node[] {
  if (text !== undefined) return text === "" ? [] : [schema.text(text, marksOf(schema, marks))]
  const type = atom && schema.nodes[atom.name]
  return type?.isInline && type.isLeaf && !type.isText ? [type.create(atom?.attrs, null, marksOf(schema, marks))] : []
}

function marksOf(schema: Schema, marks: Marks): readonly Mark[] {
  let set: readonly Mark[] = Mark.none
  for (const [name, attrs] of Object.entries(marks)) {
    const type = schema.marks[name]
    if (type && attrs !== null) set = type.create(typeof attrs === "object" ? (attrs as Attrs) : null).addToSet(set)
  }
  return set
}

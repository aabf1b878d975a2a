import { type DocNode, nodesIn } from "#contract/docs/doc-node.ts"
import { toReference } from "./escape.ts"
import type { Hint } from "./hints.ts"

/** A node of a line before its ends are trimmed. */
export interface LineNode extends DocNode {
  /** White space that was written as a reference stays at the ends of a line. */
  readonly isKept?: boolean
  /** Whether a break was written as `<br>`. */
  readonly isTag?: boolean
}

/** The border of a paragraph in a cell: `<p>` or `</p>`. */
export const paragraphBegin = "<p>"
export const paragraphEnd = "</p>"

/** Whether a node is a block in a doc, though it is inline in Markdown. */
export const isBlock = ({ type }: DocNode) => type === "driveImage" || type === "driveFile"

/** Splits a line at pictures, files and borders of paragraphs. Returns at least one paragraph. */
export function toParagraphs(nodes: readonly LineNode[]): DocNode[] {
  const blocks: DocNode[] = []
  let line: LineNode[] = []
  const endLine = (isParagraph: boolean) => {
    const content = toLine(line)
    if (content.length > 0) blocks.push({ type: "paragraph", content })
    else if (isParagraph) blocks.push({ type: "paragraph" })
    line = []
  }
  for (const node of nodes) {
    if (node.type === paragraphBegin) endLine(false)
    else if (node.type === paragraphEnd) endLine(true)
    else if (isBlock(node)) {
      endLine(false)
      const { marks: _, ...block } = node
      blocks.push(block)
    } else line.push(node)
  }
  endLine(false)
  return blocks.length > 0 ? blocks : [{ type: "paragraph" }]
}

/** The content of a line: without the space around it, and without the `<br>` that ends it. */
export function toLine(nodes: readonly LineNode[]): DocNode[] {
  const line = trimEnd(trimStart(nodes))
  const isFiller = line.at(-1)?.isTag === true
  return joined(isFiller ? trimEnd(line.slice(0, -1)) : line)
}

const trimStart = (nodes: readonly LineNode[]) => trimmed(nodes, /^[\t ]+/)
const trimEnd = (nodes: readonly LineNode[]) => trimmed(nodes.toReversed(), /[\t ]+$/).reverse()

function trimmed(nodes: readonly LineNode[], space: RegExp): LineNode[] {
  for (const [at, { text, isKept, marks }] of nodes.entries()) {
    if (text === undefined || isKept || nodesIn(marks).length > 0) return nodes.slice(at)
    const rest = text.replace(space, "")
    if (rest !== "") return [{ ...nodes[at], text: rest }, ...nodes.slice(at + 1)]
  }
  return []
}

/** Joins neighbours with the same marks, as the schema does. */
function joined(nodes: readonly LineNode[]): DocNode[] {
  const result: { node: DocNode; marks: string }[] = []
  for (const { isKept: _, isTag: __, ...node } of nodes) {
    if (node.text === "") continue
    const marks = JSON.stringify(node.marks ?? [])
    const last = result.at(-1)
    if (last?.node.text === undefined || node.text === undefined || last.marks !== marks) result.push({ node, marks })
    else last.node = { ...last.node, text: last.node.text + node.text }
  }
  return result.map(({ node }) => node)
}

/** Groups items into lists: runs of tasks become task lists. Each item begins with a paragraph. */
export function toItems(
  items: readonly DocNode[],
  list: Pick<DocNode, "type" | "attrs">,
  hint: Hint | undefined,
): DocNode[] {
  const lists: { isTasks: boolean; loose: boolean; content: DocNode[] }[] = []
  for (const { attrs, content } of items) {
    const isTasks = attrs?.checked !== undefined
    const item = {
      type: isTasks ? "taskItem" : "listItem",
      ...(isTasks && { attrs: { checked: attrs?.checked } }),
      content: beginWithText(nodesIn(content)),
    }
    const last = lists.at(-1)
    if (last?.isTasks === isTasks) {
      last.content.push(item)
      last.loose ||= attrs?.isApart === true
    } else lists.push({ isTasks, loose: hint?.loose === true, content: [item] })
  }
  return lists.map(({ isTasks, loose, content }) => {
    const { type, attrs } = isTasks ? { type: "taskList" } : list
    const style = type === "orderedList" && hint?.type !== undefined && { type: hint.type }
    return { type, attrs: { ...attrs, ...style, ...(loose && { loose }) }, content }
  })
}

const beginWithText = (nodes: readonly DocNode[]): DocNode[] =>
  nodes[0]?.type === "paragraph" ? [...nodes] : [{ type: "paragraph" }, ...nodes]

/** The language of a block of code: the first word. Signs of attributes (`{.js}`, `js:title=…`) are none of it. */
export function languageOf(info: string): string | null {
  const word = info.trim().split(/\s/)[0] ?? ""
  const plain = /^(?:[\w+#.-]|&#\d{1,6};){1,400}$/.exec(word)?.[0] ?? /^(?:\{\.?)?([\w+#-]{1,40})/.exec(word)?.[1]
  return plain?.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))) ?? null
}

/** Writes the language so that it is one word. */
export const writeLanguage = (language: string): string => language.replace(/[^\w+#.-]/gu, toReference)

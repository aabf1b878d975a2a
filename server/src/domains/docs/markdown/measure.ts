import { type DocNode, maxDepth, nodesIn } from "#contract/docs/doc-node.ts"
import { conflict } from "#kernel/error.ts"
import { isHtmlTable } from "./write-table.ts"

/** How many times longer than a doc its Markdown may be: each line repeats the prefixes of its containers. */
const mostTimes = 8
const mostExtra = 1_000_000
/** The approximate length of a node as JSON without its text. */
const nodeLength = 20

/** The indent of each container. An item's number has nine digits at the most. */
const indents: Readonly<Record<string, number>> = { blockquote: 2, bulletList: 2, taskList: 2, orderedList: 11 }

/** Refuses a doc whose Markdown is far longer: nested quotes prefix each line. @throws ServiceError `conflict` */
export function refuseUnwritable(body: DocNode): void {
  const length = { plain: 0, written: 0 }
  measure(body, { indent: 0, depth: 0 }, length)
  if (length.written > mostTimes * length.plain + mostExtra) throw tooDeep()
}

function measure(node: DocNode, at: { indent: number; depth: number }, length: Length): void {
  const text = typeof node.text === "string" ? node.text : ""
  const lines = text.split("\n").length
  length.plain += nodeLength + text.length
  length.written += text.length + lines * (at.indent + 2)
  if (node.type === "table" && isHtmlTable(node))
    length.written += cellsIn(node) * (tagsOfCell + tagLines * (at.indent + 2))
  if (at.depth > maxDepth) return
  const inside = { indent: at.indent + (indents[node.type ?? ""] ?? 0), depth: at.depth + 1 }
  for (const child of nodesIn(node.content)) measure(child, inside, length)
}

/** The tags of a cell in HTML, in characters, and the lines that they and the empty lines around the text take. */
const tagsOfCell = 40
const tagLines = 7

const cellsIn = ({ content }: DocNode) => nodesIn(content).reduce((sum, row) => sum + nodesIn(row.content).length, 0)

interface Length {
  plain: number
  written: number
}

const tooDeep = () =>
  conflict(
    "This doc is nested too deeply to export as Markdown.",
    "Reduce the nesting of lists and quotes and try again.",
  )

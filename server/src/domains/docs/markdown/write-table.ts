import { type DocNode, maxDepth, nodesIn, textAttr } from "../doc-node.ts"
import { writeOwnAddress } from "./own-address.ts"
import { escapeLabel, writeInline } from "./write-inline.ts"

/** Writes a table. Its first row becomes the one of headings, which Markdown's tables always have. */
export function writeTable({ content }: DocNode): string {
  const rows = nodesIn(content).map(({ content }) => nodesIn(content).flatMap(writeCell))
  const columns = Math.max(0, ...rows.map((row) => row.length))
  if (columns === 0) return ""
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: columns }, (_, at) => cells[at] ?? "").join(" | ")} |`
  const [head = [], ...others] = rows
  return [line(head), line(Array(columns).fill("---")), ...others.map(line)].join("\n")
}

/** A cell, and an empty one for each further column that it covers. */
function writeCell({ attrs, content }: DocNode): string[] {
  const covered = Math.min(Math.max(Number(attrs?.colspan) || 1, 1), 100)
  const text = linesIn(nodesIn(content), 1).join("<br>")
  return [text, ...Array(covered - 1).fill("")]
}

/** A cell holds one line: whatever stands below each other is parted by breaks. */
function linesIn(nodes: readonly DocNode[], depth: number): string[] {
  if (depth > maxDepth) return []
  return nodes
    .flatMap((node) => lineOf(node) ?? linesIn(nodesIn(node.content), depth + 1))
    .filter((line) => line !== "")
}

/** What a node is in a cell; undefined when it only holds others. */
function lineOf(node: DocNode): string | undefined {
  const address = writeOwnAddress({ kind: "drive", ref: textAttr(node, "file") })
  if (node.type === "driveImage" && address) return `![${escapeLabel(textAttr(node, "alt"), "cell")}](${address})`
  if (node.type === "driveFile" && address) return `[${escapeLabel(textAttr(node, "name"), "cell")}](${address})`
  if (node.type === "codeBlock") return writeInline(nodesIn(node.content).map(toCode), "cell")
  const isText = node.type === "paragraph" || node.type === "heading"
  return isText ? writeInline(nodesIn(node.content), "cell") : undefined
}

const toCode = ({ text = "" }: DocNode): DocNode => ({ type: "text", text, marks: [{ type: "code" }] })

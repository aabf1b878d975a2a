import { alignOf, type DocNode, maxDepth, nodesIn, textAttr } from "#contract/docs/doc-node.ts"
import { largestTable } from "#contract/docs/table-size.ts"
import { writeOwnAddress } from "./own-address.ts"
import { writeTitle } from "./segments.ts"
import { escapeLabel, writeInline } from "./write-inline.ts"

/** The first row becomes the heading row, as long as the longest row: readers drop cells beyond it. */
export function writeTable({ content }: DocNode): string {
  const rows = nodesIn(content).map(writeRow)
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (columns === 0) return ""
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`
  const [head = [], ...others] = rows
  const firsts = columnsOf(nodesIn(content)[0])
  const heading = [...head, ...Array(columns - head.length).fill("")]
  return [line(heading), line(heading.map((_, at) => ruleOf(firsts[at]))), ...others.map(line)].join("\n")
}

/** The cells of a row by column; undefined for columns that a cell spans. */
function columnsOf(row: DocNode | undefined): (DocNode | undefined)[] {
  const columns: (DocNode | undefined)[] = []
  for (const cell of nodesIn(row?.content)) {
    columns.push(cell)
    const end = columns.length - 1 + Math.trunc(Number(cell.attrs?.colspan) || 1)
    while (columns.length < Math.min(end, largestTable.columns)) columns.push(undefined)
  }
  return columns
}

function ruleOf(cell: DocNode | undefined): string {
  return { left: ":--", center: ":-:", right: "--:", none: "---" }[alignOf(cell?.attrs?.align) ?? "none"]
}

const writeRow = (row: DocNode): string[] =>
  columnsOf(row).map((cell) => (cell ? linesIn(nodesIn(cell.content), 1).join("<br>") : ""))

/** The lines of a cell's blocks. A cell has one line in Markdown, so breaks separate them. */
function linesIn(nodes: readonly DocNode[], depth: number): string[] {
  if (depth > maxDepth) return []
  return nodes
    .flatMap((node) => lineOf(node) ?? linesIn(nodesIn(node.content), depth + 1))
    .filter((line) => line !== "")
}

function lineOf(node: DocNode): string | undefined {
  const address = writeOwnAddress({ kind: "drive", ref: textAttr(node, "file") })
  if (node.type === "driveImage" && address)
    return `![${escapeLabel(textAttr(node, "alt"), "cell")}](${address}${writeTitle(node).replaceAll("|", "\\|")})`
  if (node.type === "driveFile" && address) return `[${escapeLabel(textAttr(node, "name"), "cell")}](${address})`
  if (node.type === "codeBlock") return writeInline(nodesIn(node.content).map(toCode), "cell")
  const isText = node.type === "paragraph" || node.type === "heading"
  return isText ? writeInline(nodesIn(node.content), "cell") : undefined
}

const toCode = ({ text = "" }: DocNode): DocNode => ({ type: "text", text, marks: [{ type: "code" }] })

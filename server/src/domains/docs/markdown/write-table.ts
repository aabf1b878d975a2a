import { alignOf, type DocNode, nodesIn, textAttr } from "#contract/docs/doc-node.ts"
import { writeHint } from "./hints.ts"
import { writeOwnAddress } from "./own-address.ts"
import { writeTitle } from "./segments.ts"
import { escapeLabel, writeInline } from "./write-inline.ts"

/** A table between pipes, where these can say all of it; otherwise one in HTML, whose cells hold Markdown. */
export function writeTable(table: DocNode, writeBlocks: (nodes: readonly DocNode[]) => string): string {
  const rows = rowsOf(table)
  if (rows.length === 0) return ""
  if (!fitsBetweenPipes(rows)) return writeHtmlTable(rows, writeBlocks)
  return writeHint({ widths: (rows[0] ?? []).map(widthOf) }) + writePipeTable(rows)
}

type Row = readonly DocNode[]

const rowsOf = ({ content }: DocNode): Row[] =>
  nodesIn(content)
    .map((row) => nodesIn(row.content))
    .filter((cells) => cells.length > 0)

const isHeader = ({ type }: DocNode) => type === "tableHeader"
const widthOf = ({ attrs }: DocNode) => (Array.isArray(attrs?.colwidth) ? attrs.colwidth.map(Number) : null)
const lookOf = (cell: DocNode) => JSON.stringify([alignOf(cell.attrs?.align), widthOf(cell)])
export const isMerged = (cell: DocNode): boolean =>
  spanOf(cell, "colspan") !== undefined || spanOf(cell, "rowspan") !== undefined

/** Whether rows are equally long, only the first one is a heading, and columns look alike and hold lines. */
function fitsBetweenPipes(rows: readonly Row[]): boolean {
  const [head = [], ...others] = rows
  const fits = (cell: DocNode, at: number) =>
    head[at] !== undefined &&
    lookOf(cell) === lookOf(head[at]) &&
    !isMerged(cell) &&
    nodesIn(cell.content).every(isLine)
  return (
    rows.every((row) => row.length === head.length && row.every(fits)) &&
    (head.every(isHeader) || !head.some(isHeader)) &&
    !others.some((row) => row.some(isHeader))
  )
}

/** Whether a table is written as HTML. */
export const isHtmlTable = (table: DocNode): boolean => rowsOf(table).length > 0 && !fitsBetweenPipes(rowsOf(table))

const lines: ReadonlySet<string | undefined> = new Set(["paragraph", "driveImage", "driveFile"])
const isLine = ({ type }: DocNode) => lines.has(type)

/** A table without a heading gets an empty one, which Markdown needs. */
function writePipeTable(rows: readonly Row[]): string {
  const [head = []] = rows
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`
  const rule = line(head.map(ruleOf))
  const written = rows.map((row) => row.map(writeCell))
  if (!head.some(isHeader)) return [line(head.map(() => "")), rule, ...written.map(line)].join("\n")
  const [first = [], ...others] = written
  const isBlank = others.length > 0 && first.every((text) => text === "")
  return [line(isBlank ? ["<br>", ...first.slice(1)] : first), rule, ...others.map(line)].join("\n")
}

function ruleOf(cell: DocNode): string {
  return { left: ":--", center: ":-:", right: "--:", none: "---" }[alignOf(cell.attrs?.align) ?? "none"]
}

/** A cell is one line. Several paragraphs are written as HTML. */
function writeCell({ content }: DocNode): string {
  const nodes = nodesIn(content)
  if (nodes.length === 1 && nodes[0]?.type === "paragraph") return writeInline(nodesIn(nodes[0].content), "cell")
  return nodes.map(writeLine).join("")
}

function writeLine(node: DocNode): string {
  if (node.type === "paragraph") return `<p>${writeInline(nodesIn(node.content), "cell")}</p>`
  const label = escapeLabel(textAttr(node, node.type === "driveImage" ? "alt" : "name"), "cell")
  const address = writeOwnAddress({ kind: "drive", ref: textAttr(node, "file") })
  if (!address) return label
  const title = writeTitle(textAttr(node, "title")).replaceAll("|", "\\|")
  return node.type === "driveImage" ? `![${label}](${address}${title})` : `[${label}](${address})`
}

function writeHtmlTable(rows: readonly Row[], writeBlocks: (nodes: readonly DocNode[]) => string): string {
  const written = rows.map(
    (cells) => `<tr>\n${cells.map((cell) => writeHtmlCell(cell, writeBlocks)).join("\n")}\n</tr>`,
  )
  return `<table>\n${written.join("\n")}\n</table>`
}

function writeHtmlCell(cell: DocNode, writeBlocks: (nodes: readonly DocNode[]) => string): string {
  const name = isHeader(cell) ? "th" : "td"
  const width = widthOf(cell)?.join(",")
  const attrs = [
    ["align", alignOf(cell.attrs?.align)],
    ...["colspan", "rowspan"].map((span) => [span, spanOf(cell, span)]),
    ["colwidth", width],
  ].flatMap(([key, value]) => (value ? [` ${key}="${value}"`] : []))
  const blocks = nodesIn(cell.content)
  const [first] = blocks
  const isEmpty = blocks.length === 1 && first?.type === "paragraph" && nodesIn(first.content).length === 0
  const text = isEmpty ? "" : writeBlocks(blocks)
  return `<${name}${attrs.join("")}>${text === "" ? "\n" : `\n\n${text}\n\n`}</${name}>`
}

function spanOf({ attrs }: DocNode, name: string): number | undefined {
  const span = Math.trunc(Number(attrs?.[name]) || 1)
  return span > 1 ? span : undefined
}

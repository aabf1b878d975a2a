import { type DocNode, everyNode, nodesIn } from "#contract/docs/doc-node.ts"
import { unwritable } from "./escape.ts"
import { isHtmlTable, isMerged } from "./write-table.ts"

/** What happened to one thing, and to several: `%` is their number. */
const sentences = {
  underlined: ["1 underlined text lost its underline.", "% underlined texts lost their underline."],
  merged: [
    "1 merged cell was written as HTML, which some programs show as text.",
    "% merged cells were written as HTML, which some programs show as text.",
  ],
  tables: [
    "1 table was written as HTML, which some programs show as text: Markdown has no lists or other blocks in cells, no heading columns and no rows of different lengths.",
    "% tables were written as HTML, which some programs show as text: Markdown has no lists or other blocks in cells, no heading columns and no rows of different lengths.",
  ],
  signs: ["1 text lost control characters.", "% texts lost control characters."],
} as const

type Kind = keyof typeof sentences

/** What Markdown cannot say of a doc, a sentence for each kind of thing. */
export function lossesOfExport(body: DocNode): string[] {
  const counts: Record<Kind, number> = { underlined: 0, merged: 0, tables: 0, signs: 0 }
  for (const node of everyNode(body)) for (const kind of lossesOf(node)) counts[kind] += 1
  return (Object.keys(sentences) as Kind[])
    .filter((kind) => counts[kind] > 0)
    .map((kind) => sentences[kind][counts[kind] === 1 ? 0 : 1].replace("%", String(counts[kind])))
}

function lossesOf(node: DocNode): Kind[] {
  const isCell = node.type === "tableCell" || node.type === "tableHeader"
  const kinds: [Kind, boolean][] = [
    ["underlined", nodesIn(node.marks).some(({ type }) => type === "underline")],
    ["merged", isCell && isMerged(node)],
    ["tables", node.type === "table" && isHtmlTable(node) && !hasMergedCells(node)],
    ["signs", node.text !== undefined && node.text.search(unwritable) >= 0],
  ]
  return kinds.filter(([, has]) => has).map(([kind]) => kind)
}

const hasMergedCells = (table: DocNode): boolean =>
  nodesIn(table.content).some(({ content }) => nodesIn(content).some(isMerged))

import type { Token } from "markdown-it"
import { alignOf, type DocNode, nodesIn } from "#contract/docs/doc-node.ts"
import { isTableTooLarge, largestTable } from "#contract/docs/table-size.ts"
import { invalidInput } from "#kernel/error.ts"
import { tagMarkup } from "./dialects/html-tables.ts"
import type { Hint } from "./hints.ts"
import { toParagraphs } from "./to-blocks.ts"

/** A table. A heading row without a word, as Markdown needs one, is none. */
export function toTable(rows: DocNode[], widths: Hint["widths"]): DocNode {
  const [first, ...others] = rows
  const isNone = others.length > 0 && nodesIn(first?.content).every(({ attrs }) => attrs?.isBlank === true)
  const filled = (isNone ? others : rows).map(({ content, ...row }) => ({
    ...row,
    content: nodesIn(content).map((cell, at) => withWidth(cell, widths?.[at])),
  }))
  if (isTableTooLarge(filled.map(({ content }) => columnsIn(content)))) throw tableTooLarge()
  return { type: "table", content: filled }
}

const columnsIn = (cells: readonly DocNode[]) =>
  cells.reduce((sum, { attrs }) => sum + Math.max(1, Number(attrs?.colspan ?? 1)), 0)

function withWidth({ attrs, ...cell }: DocNode, colwidth: number[] | null | undefined): DocNode {
  const { isBlank: _, ...others } = attrs ?? {}
  return { ...cell, attrs: { ...others, ...(colwidth && { colwidth }) } }
}

export function toCell(type: string, token: Token | undefined, nodes: DocNode[]): DocNode {
  if (token?.markup === tagMarkup) {
    const attrs = { ...attrsOfTag(token), isBlank: false }
    return { type, attrs, content: nodes.length > 0 ? nodes : [{ type: "paragraph" }] }
  }
  const align = alignOf(/^text-align:(\w+)$/.exec(String(token?.attrGet("style") ?? ""))?.[1])
  const isBlank = type === "tableHeader" && nodes.length === 0
  return { type, attrs: { ...(align && { align }), isBlank }, content: toParagraphs(nodes) }
}

function attrsOfTag(token: Token): Record<string, unknown> {
  const numberOf = (name: string) => Number(/^\d{1,6}$/.exec(String(token.attrGet(name) ?? ""))?.[0] ?? 0)
  const [colspan, rowspan] = [numberOf("colspan"), numberOf("rowspan")]
  const align = alignOf(token.attrGet("align"))
  const widths = /^[\d,]{1,100}$/.exec(String(token.attrGet("colwidth") ?? ""))?.[0]
  return {
    ...(align && { align }),
    ...(colspan > 1 && { colspan }),
    ...(rowspan > 1 && { rowspan }),
    ...(widths && { colwidth: widths.split(",").map(Number) }),
  }
}

const tableTooLarge = () =>
  invalidInput(
    `A table has more than ${largestTable.columns} columns or ${largestTable.cells.toLocaleString("en")} cells.`,
    "Split it into several tables.",
    "markdown",
  )

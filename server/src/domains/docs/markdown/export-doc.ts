import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { type DocNode, everyNode, nodesIn, textAttr } from "#contract/docs/doc-node.ts"
import { readPresent } from "../content/index.ts"
import { docId } from "../doc-input.ts"
import { noSuchDoc } from "../doc-shape.ts"
import { findDoc } from "../doc-store.ts"
import { unwritable, unwritableInCode } from "./escape.ts"
import { countedSentences } from "./losses.ts"
import { toMarkdownFile } from "./to-file.ts"
import { isHtmlTable, isMerged } from "./write-table.ts"

export const exportDoc = workspaceAction("viewer", "console", {
  input: z.strictObject({ id: docId }),
  output: z.object({
    fileName: z.string(),
    markdown: z.string(),
    lost: z.array(z.string()).describe("What Markdown cannot say, a sentence for each kind of thing."),
  }),
  async run(cx, { id }) {
    const doc = await findDoc(cx, id)
    if (!doc) throw noSuchDoc()
    const body = await readPresent(cx, doc)
    return { ...toMarkdownFile(doc, body), lost: lossesOfExport(body) }
  },
})

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
  signs: ["1 text lost characters that no file can have.", "% texts lost characters that no file can have."],
  codeLines: ["1 code snippet got other line ends.", "% code snippets got other line ends."],
} as const

type Kind = keyof typeof sentences

/** The losses of an export to Markdown, a sentence for each kind. */
export function lossesOfExport(body: DocNode): string[] {
  const counts: Record<Kind, number> = { underlined: 0, merged: 0, tables: 0, signs: 0, codeLines: 0 }
  const code = new Set<DocNode>()
  for (const node of everyNode(body)) {
    if (node.type === "codeBlock") for (const text of nodesIn(node.content)) code.add(text)
    const unkept = code.has(node) ? unwritableInCode : unwritable
    for (const kind of lossesOf(node, unkept)) counts[kind] += 1
  }
  return countedSentences(sentences, counts)
}

function lossesOf(node: DocNode, unkept: RegExp): Kind[] {
  const isCell = node.type === "tableCell" || node.type === "tableHeader"
  const kinds: [Kind, boolean][] = [
    ["underlined", nodesIn(node.marks).some(({ type }) => type === "underline")],
    ["merged", isCell && isMerged(node)],
    ["tables", node.type === "table" && isHtmlTable(node) && !hasMergedCells(node)],
    ["signs", textsOf(node).some((text) => text.search(unkept) >= 0)],
    ["codeLines", hasOtherLineEnds(node)],
  ]
  return kinds.filter(([, has]) => has).map(([kind]) => kind)
}

/** The text of a node, the names and titles in it, and the titles of its links. */
const textsOf = ({ text = "", marks, ...node }: DocNode): string[] => [
  text,
  ...["label", "name", "alt", "title"].map((name) => textAttr(node, name)),
  ...nodesIn(marks).map((mark) => textAttr(mark, "title")),
]

/** Code in a line is on one line, and no program tells the ends of lines in a block of code apart. */
function hasOtherLineEnds({ type, text, content, marks }: DocNode): boolean {
  if (type === "codeBlock") return nodesIn(content).some(({ text = "" }) => text.includes("\r"))
  return text !== undefined && /[\n\r]/.test(text) && nodesIn(marks).some(({ type }) => type === "code")
}

const hasMergedCells = (table: DocNode): boolean =>
  nodesIn(table.content).some(({ content }) => nodesIn(content).some(isMerged))

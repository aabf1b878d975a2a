import fc from "fast-check"
import type { DocNode } from "#contract/docs/doc-node.ts"
import { isKeptHref } from "#contract/docs/safe-href.ts"

// Random docs of the whole schema, without what no text file can have: `spoil` adds that.

/** Signs of Markdown and of its dialects, words of several scripts, spaces, and ends of lines. */
const parts = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(..."*_~`[]()<>#-+=|:!&\\.\"'$^%{}@/?,;1".split("")) },
  fc.constantFrom("a", "Zeit", "1.", "12)", "**", "__", "~~", "```", "---", "===", "&amp;", "&#35;", "<b>", "<br>"),
  fc.constantFrom(
    "ü",
    "会議",
    "。",
    "「",
    "」",
    "مرحبا",
    "こんにちは",
    "🚀",
    "👩‍🚀",
    "é",
    "e\u0301",
    "…",
    "—",
    "a_b",
    "“",
  ),
  fc.constantFrom("[x]", "[ ]", "](", "![", "|-|", "#", "> ", "- ", ": ", "$x^2$", "$5", "==a==", "[[a]]", "[^1]"),
  fc.constantFrom("https://example.com/a_b", "http://x", "www.a.b", "ada@example.com", "mailto:a@b.c", "//x.y"),
  fc.constantFrom("[^.^", "^.^", "^a^", "~b~", "[~c~", "\\^d^", "\r", "\r\n", "\ufffc", "\ufffa", "\u2028"),
  fc.constantFrom("<!-- a -->", "<!--", "-->", "</td>", "<table>", "<p>", "{#a}", ":::note", ":smile:", "%%a%%", "\\("),
  fc.constantFrom("{{< a >}}", "{{", "}}", "{%", "%}", "{"),
  { weight: 4, arbitrary: fc.constantFrom(" ", " ", "  ", "\t", "\u00a0", "\u3000", "\n", "\ufeff", "\u2003") },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 4 }) },
)
const unwritable = /(?![\t\n\r])\p{Cc}|\p{Cs}|\p{Noncharacter_Code_Point}/gu
const someText = (maxLength: number) =>
  fc.array(parts, { minLength: 1, maxLength }).map((all) => all.join("").replace(unwritable, ""))
const text = someText(6).filter((words) => words !== "")
const oneLine = text.map((words) => words.replace(/[\n\r]/g, " "))

const hrefs = fc.oneof(
  fc.constantFrom("https://example.com", "mailto:ada@example.com", "tel:+49-30-1234", "../a%20b.md", "#below", "?a=b"),
  fc.tuple(fc.constantFrom("https://x.y/", "/", "a/"), text).map(([begin, end]) => begin + end),
)
const href = hrefs.filter((address) => isKeptHref(address))
const title = fc.option(
  text.filter((words) => words.trim() !== ""),
  { freq: 2 },
)
const others = fc.subarray(["bold", "italic", "strike"]).map((types) => types.map((type) => ({ type })))
const marks = fc.oneof(
  { weight: 6, arbitrary: others },
  {
    weight: 2,
    arbitrary: fc
      .tuple(href, title, others)
      .map(([href, title, rest]) => [{ type: "link", attrs: { href, title } }, ...rest]),
  },
  { weight: 1, arbitrary: fc.constant([{ type: "code" }]) },
)
const isCode = (marks: readonly { type: string }[]) => marks.some(({ type }) => type === "code")

const id = fc.stringMatching(/^\w{1,12}$/)
const label = fc.oneof(fc.constantFrom("", "Ada", "@Ada", "Launch plan"), text)
const atom = fc.oneof(
  fc.record({ account: id, label }).map((attrs) => ({ type: "mention", attrs })),
  fc
    .record({ kind: fc.constantFrom("doc", "file", "folder", "link", "offer"), ref: id, label })
    .map((attrs) => ({ type: "objectLink", attrs })),
)
const inline: fc.Arbitrary<DocNode> = fc
  .tuple(
    fc.oneof(
      { weight: 8, arbitrary: text.map((words): DocNode => ({ type: "text", text: words })) },
      { weight: 1, arbitrary: fc.constant<DocNode>({ type: "hardBreak" }) },
      { weight: 1, arbitrary: atom },
    ),
    marks,
  )
  .map(([node, marks]) => ({ ...inCode(node, isCode(marks)), marks }))

/** Code in a line has no line ends, and a name in code has one word at least. */
function inCode(node: DocNode, isCode: boolean): DocNode {
  if (!isCode) return node
  if (node.text !== undefined) return { ...node, text: node.text.replace(/[\n\r]/g, " ") }
  const name = String(node.attrs?.label ?? "").replace(/[\n\r]/g, " ") || "name"
  return node.type === "hardBreak" ? node : { ...node, attrs: { ...node.attrs, label: name } }
}

const line = fc.array(inline, { maxLength: 6 })
const paragraph = line.map((content) => ({ type: "paragraph", content }))

const image = fc.record({ file: id, alt: label, title }).map((attrs) => ({ type: "driveImage", attrs }))
const file = fc.record({ file: id, name: label }).map((attrs) => ({ type: "driveFile", attrs }))
const lines: fc.Arbitrary<DocNode[]> = fc.oneof(
  { weight: 3, arbitrary: paragraph.map((one) => [one]) },
  { weight: 1, arbitrary: fc.array(fc.oneof(paragraph, image, file), { minLength: 1, maxLength: 3 }) },
)

const side = fc.constantFrom(null, null, "left", "center", "right")
const width = fc.option(fc.integer({ min: 1, max: 900 }), { freq: 3 })
const isOften = fc.integer({ max: 9, min: 0 }).map((n) => n > 0)
const span = isOften.chain((isOne) => (isOne ? fc.constant(1) : fc.integer({ min: 2, max: 4 })))

const codeBlock = fc
  .tuple(
    fc.option(
      fc.oneof(
        fc.constantFrom("js", "c++"),
        oneLine.filter((words) => words.trim() !== ""),
      ),
      { freq: 2 },
    ),
    fc.array(fc.oneof(text, fc.constantFrom("\n", "```", "~~~", "\n````\n", "    x\n", "\n</td>\n", "\n\n")), {
      maxLength: 5,
    }),
  )
  .map(([language, code]) => ({
    type: "codeBlock",
    attrs: { language },
    content: code.length > 0 ? [{ type: "text", text: code.join("").replace(/\r\n?/g, "\n") }] : [],
  }))

export const { block: anyBlock } = fc.letrec<{ block: DocNode; list: DocNode; table: DocNode }>((tie) => {
  const blocks = fc.array(tie("block"), { minLength: 1, maxLength: 2 })
  const items = fc.array(fc.tuple(paragraph, fc.array(tie("block"), { maxLength: 2 }), fc.boolean()), {
    minLength: 1,
    maxLength: 3,
  })
  const start = fc.oneof(fc.constant(1), fc.integer({ min: 0, max: 999_999_999 }))
  const style = fc.constantFrom(null, null, null, "a", "A", "i", "I")
  return {
    list: fc
      .tuple(fc.constantFrom("bulletList", "orderedList", "taskList"), items, fc.boolean(), start, style)
      .map(([type, all, loose, start, style]) => ({
        type,
        attrs: { loose, ...(type === "orderedList" && { start, type: style }) },
        content: all.map(([first, rest, checked]) => ({
          ...(type === "taskList" ? { type: "taskItem", attrs: { checked } } : { type: "listItem" }),
          content: [first, ...rest],
        })),
      })),
    table: fc
      .tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom(true, true, false))
      .chain(([columns, isPlain]) => tableOf({ columns, isPlain, blocks })),
    block: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { weight: 4, arbitrary: paragraph },
      fc
        .tuple(fc.integer({ min: 1, max: 3 }), line)
        .map(([level, content]) => ({ type: "heading", attrs: { level }, content })),
      fc.constant({ type: "horizontalRule" }),
      codeBlock,
      image,
      file,
      tie("table"),
      blocks.map((content) => ({ type: "blockquote", content })),
      { weight: 2, arbitrary: tie("list") },
    ) as fc.Arbitrary<DocNode>,
  }
})

interface TableShape {
  columns: number
  isPlain: boolean
  blocks: fc.Arbitrary<DocNode[]>
}

/** A plain table has headings in its first row or none, and lines in its cells. */
function tableOf({ columns, isPlain, blocks }: TableShape): fc.Arbitrary<DocNode> {
  const column = fc.record({ align: side, width })
  const cell = fc.record({
    content: isPlain ? lines : blocks,
    isSame: isPlain ? fc.constant(true) : fc.boolean(),
    other: fc.record({ colspan: span, rowspan: span, align: side }),
  })
  return fc
    .record({
      columns: fc.array(column, { minLength: columns, maxLength: columns }),
      rows: fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 3 }),
      heads: isPlain ? fc.constantFrom("row", "none") : fc.constantFrom("row", "none", "column", "both"),
      cut: isPlain ? fc.constant(0) : fc.nat({ max: 1 }),
    })
    .map(toTable)
}

interface Column {
  align: string | null
  width: number | null
}

interface Table {
  columns: readonly Column[]
  rows: readonly Cell[][]
  heads: string
  /** How many cells the later rows lack. */
  cut: number
}

interface Cell {
  content: DocNode[]
  /** Whether the cell looks like its column. */
  isSame: boolean
  other: { colspan: number; rowspan: number; align: string | null }
}

function toTable({ columns, rows, heads, cut }: Table): DocNode {
  const isHead = (row: number, column: number) =>
    (row === 0 && (heads === "row" || heads === "both")) || (column === 0 && (heads === "column" || heads === "both"))
  const toCell = (cell: Cell, [row, column]: [number, number]): DocNode => {
    const { align = null, width = null } = columns[column] ?? {}
    const colwidth = width === null ? null : [width]
    const look = cell.isSame ? { align, colwidth } : { ...cell.other, colwidth: null }
    return { type: isHead(row, column) ? "tableHeader" : "tableCell", attrs: look, content: cell.content }
  }
  const content = rows.map((cells, row) => ({
    type: "tableRow",
    content: cells
      .map((cell, column) => toCell(cell, [row, column]))
      .slice(0, row > 0 && cells.length > cut ? cells.length - cut : undefined),
  }))
  return { type: "table", content }
}

export const anyDoc: fc.Arbitrary<DocNode> = fc
  .array(anyBlock, { minLength: 1, maxLength: 4 })
  .map((content) => ({ type: "doc", content }))

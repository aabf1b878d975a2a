import assert from "node:assert/strict"
import { test } from "node:test"
import type { DocNode } from "#contract/docs/doc-node.ts"
import { runs } from "#test/support/basics/property-runs.ts"
import { everyDocReadsBack, readsBack } from "#test/support/docs/reads-back.ts"
import { lossesOfExport } from "./export-doc.ts"
import { toMarkdownFile } from "./to-file.ts"
import { writeMarkdown } from "./write-markdown.ts"

test("random docs of the whole schema read back from Markdown as the same docs", () => everyDocReadsBack(runs(100)))

const doc = (...content: DocNode[]): DocNode => ({ type: "doc", content })
const p = (...content: DocNode[]): DocNode => ({ type: "paragraph", content })
const link = { type: "link", attrs: { href: "https://example.com/a" } }
const [bold, italic, strike, code] = ["bold", "italic", "strike", "code"].map((type) => ({ type }))
const t = (text: string, ...marks: (object | undefined)[]): DocNode => ({ type: "text", text, marks })
const br: DocNode = { type: "hardBreak" }

const lines: readonly [what: string, line: DocNode[], written: string][] = [
  [
    "bold text with a link inside",
    [t("See ", bold), t("this", bold, link), t(" now", bold)],
    "**See [this](https://example.com/a) now**",
  ],
  [
    "bold text that ends in a link",
    [t("a", bold), t("b", bold, link), t("c", link)],
    "**a**[**b**c](https://example.com/a)",
  ],
  [
    "bold text that begins in a link",
    [t("a", link), t("b", link, bold), t("c", bold)],
    "[a**b**](https://example.com/a)**c**",
  ],
  ["marks that overlap", [t("a", bold), t("b", bold, italic), t("c", italic)], "**&#97;_b_**_c_"],
  ["bold before Chinese punctuation", [t("会議", bold), t("。です")], "**会議**。です"],
  ["bold Chinese text in quotes", [t("会議"), t("「x」", bold), t("です")], "会&#35696;**「x」**&#12391;す"],
  ["italics inside a word", [t("un"), t("believ", italic), t("able")], "un*believ*able"],
  ["italics in a word before bold text", [t("0"), t("¹ ", italic), t("²", bold)], "&#48;_¹&#32;_**²**"],
  ["a letter between two marks", [t("0"), t("〱", strike), t(" ", strike, italic)], "&#48;~~&#12337;_&#32;_~~"],
  ["code behind an angle bracket", [t("<"), t("ada@example.com>", code)], "\\<`ada@example.com>`"],
  ["an address of digits in angle brackets", [t("a < b, <1@example.com>")], "a < b, \\<1@example.com>"],
  ["a bold space at the end", [t("a ", bold), t("b")], "**a&#32;**&#98;"],
  ["spaces around a line", [t(" a\t")], "&#32;a&#9;"],
  ["the indent of a Chinese paragraph", [t("　正文")], "　正文"],
  ["a break", [t("a"), br, t(" b")], "a\\\n&#32;b"],
  ["breaks at the ends", [br, t("a"), br], "<br>a<br><br>"],
  ["a break in code", [t("a", code), { ...br, marks: [code] }, t("b", code)], '`a`<br class="code">`b`'],
  ["an address that is no link", [t("https://example.com")], "https\\://example.com"],
  ["a link whose text is its address", [t("https://example.com/a", link)], "<https://example.com/a>"],
  ["struck text beside a tilde", [t("~"), t("a", strike)], "\\~~~a~~"],
  ["a superscript behind a bracket", [t("[^.^, ^*^.^ and ~a~b~")], "\\[\\^.^, \\^\\*\\^.^ and \\~a\\~b\\~"],
  ["a carriage return in a text", [t("a\rb")], "a&#13;b"],
  ["a formula as text", [t("$x^2$, but $5 and more")], "\\$x^2\\$, but $5 and more"],
]
for (const [what, line, written] of lines)
  test(`a line reads back: ${what}`, () => {
    assert.equal(writeMarkdown(doc(p(...line))), `${written}\n`)
    readsBack(doc(p(...line)))
    readsBack(doc({ type: "heading", attrs: { level: 2 }, content: line }))
    readsBack(doc(table(row(cell("tableHeader", p(...line)), cell("tableHeader", p(t("|")))))))
  })

const cell = (type: string, ...content: DocNode[]): DocNode => ({ type, content })
const row = (...content: DocNode[]): DocNode => ({ type: "tableRow", content })
const table = (...content: DocNode[]): DocNode => ({ type: "table", content })
const item = (type: string, ...content: DocNode[]): DocNode => ({ type, content })

const blocks: readonly [what: string, blocks: DocNode[], written: string][] = [
  ["empty paragraphs", [p(), p(t("a")), p()], "<br>\n\na\n\n<br>\n"],
  ["a doc of one empty paragraph", [p()], ""],
  ["an empty paragraph in a quote", [{ type: "blockquote", content: [p()] }], ">\n"],
  [
    "a table without a heading",
    [table(row(cell("tableCell", p(t("a"))), cell("tableCell", p())))],
    "|  |  |\n| --- | --- |\n| a |  |\n",
  ],
  [
    "several paragraphs in a cell",
    [table(row(cell("tableHeader", p(t("a")), p(t("b")))))],
    "| <p>a</p><p>b</p> |\n| --- |\n",
  ],
  [
    "a list in a cell",
    [table(row(cell("tableCell", p(), { type: "bulletList", content: [item("listItem", p(t("a")))] })))],
    "<table>\n<tr>\n<td>\n\n<br>\n\n- a\n\n</td>\n</tr>\n</table>\n",
  ],
  [
    "a heading column",
    [table(row(cell("tableHeader", p(t("a"))), cell("tableCell", p())))],
    "<table>\n<tr>\n<th>\n\na\n\n</th>\n<td>\n</td>\n</tr>\n</table>\n",
  ],
  [
    "a list with space and one item",
    [{ type: "bulletList", attrs: { loose: true }, content: [item("listItem", p(t("a")))] }],
    "<!-- loose -->\n- a\n",
  ],
  [
    "a list with letters that begins late",
    [{ type: "orderedList", attrs: { start: 3, type: "a" }, content: [item("listItem", p(t("a")))] }],
    "<!-- type=a -->\n3. a\n",
  ],
  [
    "items that begin with an empty line",
    [
      {
        type: "bulletList",
        content: [item("listItem", p(), p(t("a"))), item("listItem", p(), { type: "horizontalRule" })],
      },
    ],
    "- <br>\n\n  a\n-\n  ---\n",
  ],
]
for (const [what, content, written] of blocks)
  test(`blocks read back: ${what}`, () => {
    assert.equal(writeMarkdown(doc(...content)), written)
    readsBack(doc(...content))
  })

test("the export names what Markdown cannot say, and only that", () => {
  const merged: DocNode = { ...cell("tableCell", p(t("a"))), attrs: { colspan: 2 } }
  const list: DocNode = { type: "bulletList", content: [item("listItem", p(t("a")))] }
  const lossy = doc(
    p(t("a", { type: "underline" }), t("b"), t("c", { type: "underline" })),
    table(row(merged), row(cell("tableCell", p()), cell("tableCell", p()))),
    table(row(cell("tableCell", list))),
    p(t("a\u0007"), t("b\uffff", bold), t("c", { type: "link", attrs: { ...link.attrs, title: "\ufffe" } })),
    p(t("a\nb", code)),
    { type: "codeBlock", content: [t("a\r\nb")] },
    { type: "driveImage", attrs: { file: "file_1", alt: "a\u0001" } },
  )
  assert.deepEqual(
    lossesOfExport(lossy).map((sentence) => sentence.split(/ (?:lost|was|got) /)[0]),
    ["2 underlined texts", "1 merged cell", "1 table", "4 texts", "2 code snippets"],
  )
  readsBack(doc(table(row(merged), row(cell("tableCell", p()), cell("tableCell", p())))))
  const plain = table(row(cell("tableHeader", p(t("a")), p(t("b")))), row(cell("tableCell", p())))
  const terminal: DocNode = { type: "codeBlock", content: [t("\u001b[1ma\n\uffff")] }
  assert.deepEqual(lossesOfExport(doc(p(t("a", bold), t("a\rb")), plain, p(), terminal)), [])
  readsBack(doc(terminal))
})

test("a title keeps its emoji, whether it is the doc's or the first word", () => {
  const [plan, body] = ["🚀 Plan", doc(p())]
  assert.equal(toMarkdownFile({ title: "Plan", emoji: "🚀" }, body).markdown, "# 🚀 Plan\n")
  assert.equal(toMarkdownFile({ title: plan, emoji: null }, body).markdown, "# &#128640; Plan\n")
  assert.equal(toMarkdownFile({ title: "2024 plan", emoji: null }, body).markdown, "# 2024 plan\n")
})

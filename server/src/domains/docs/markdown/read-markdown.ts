import MarkdownIt, { type Token } from "markdown-it"
import { alignOf, type DocNode, maxDepth, nodesIn } from "#contract/docs/doc-node.ts"
import { isKeptHref } from "#contract/docs/safe-href.ts"
import { isTableTooLarge, largestTable } from "#contract/docs/table-size.ts"
import { invalidInput } from "#kernel/error.ts"
import { leaveOutComments } from "./comments.ts"
import { withoutFrontMatter } from "./front-matter.ts"
import { countLosses, wordsOfLosses } from "./losses.ts"
import { readOwnAddress } from "./own-address.ts"
import { readInline } from "./read-inline.ts"
import { languageOf, toItems, toParagraphs, trimmed } from "./to-blocks.ts"

/** `blocks` is above a doc's limit, so that deeper files are refused, not cut. `brackets` is low: all are tried. */
const nesting = { blocks: maxDepth + 2, brackets: 20 }
/** The longest total of addresses, in characters. */
const longestAddresses = 1_000_000

const parser = new MarkdownIt({ html: false, linkify: true })
parser.core.ruler.before("inline", "brackets", ({ md }) => {
  md.set({ maxNesting: nesting.brackets })
})
// A word with a dot is no address.
parser.linkify?.set({ fuzzyLink: false, fuzzyEmail: false })
// Keeps escaped characters apart from the text around them.
parser.disable("text_join")
leaveOutComments(parser)
let refused = new Set<string>()
parser.validateLink = (href) => {
  const isKept = isKeptHref(href) || readOwnAddress(href) !== undefined
  if (!isKept && href !== "") refused.add(href)
  return isKept
}
parser.normalizeLink = (href) => href
parser.normalizeLinkText = (text) => text

/**
 * Reads CommonMark with GitHub's tables, checklists and strikethrough. HTML stays text. Unsafe links become text;
 * pictures from other sites become links. @throws ServiceError `invalid_request` when a limit is exceeded.
 */
export function readMarkdown(file: string): { body: DocNode; lost: string[] } {
  const text = withoutFrontMatter(file)
  const counted: Record<string, unknown> = {}
  refused = new Set()
  const tokens = parser.set({ maxNesting: nesting.blocks }).parse(text, counted)
  refuseAddresses(tokens)
  const others = {
    comments: Number(counted.comments ?? 0),
    addresses: refused.size,
    frontMatter: text === file ? 0 : 1,
  }
  const lost = wordsOfLosses(countLosses(tokens, others))
  return { body: toBody(tokens, text.split(/\r\n?|\n/)), lost }
}

function toBody(tokens: readonly Token[], lines: readonly string[]): DocNode {
  const open: Frame[] = [{ type: "doc", nodes: [] }]
  for (const token of tokens) {
    if (token.nesting === 1) begin(open, token, lines)
    else if (token.nesting === -1) end(open)
    else add(open, token)
  }
  const content = open[0]?.nodes ?? []
  return { type: "doc", content: content.length > 0 ? content : [{ type: "paragraph" }] }
}

/** A reference of three characters may repeat an address of 2,000, so a small file could become a large doc. */
function refuseAddresses(tokens: readonly Token[]): void {
  let length = 0
  for (const { children } of tokens) {
    for (const { attrs } of children ?? [])
      length += attrs?.reduce((sum, [, value]) => sum + String(value).length, 0) ?? 0
  }
  if (length > longestAddresses) throw tooManyAddresses()
}

interface Frame {
  type: string
  token?: Token
  nodes: DocNode[]
  checked?: boolean
  isApart?: boolean
}

function begin(open: Frame[], token: Token, lines: readonly string[]): void {
  if (open.length > maxDepth - 2) throw tooDeep()
  const quotes = open.filter(({ type }) => type === "blockquote").length
  const isApart = token.type === "list_item_open" && isEmpty(lines[(token.map?.[0] ?? 0) - 1] ?? "", quotes)
  open.push({ type: token.type.replace(/_open$/, ""), token, nodes: [], isApart })
}

function isEmpty(line: string, quotes: number): boolean {
  const signs = line.replace(/\s/g, "")
  return signs.length <= quotes && /^>*$/.test(signs)
}

function end(open: Frame[]): void {
  const frame = open.pop()
  if (frame) append(open.at(-1), close(frame))
}

/** Pushes one by one, since the number of a call's arguments is limited. */
function append(frame: Frame | undefined, nodes: readonly DocNode[]): void {
  for (const node of nodes) frame?.nodes.push(node)
}

/** Turns a finished frame into nodes. A frame without a builder becomes its children. */
function close(frame: Frame): DocNode[] {
  return builders[frame.type]?.(frame) ?? frame.nodes
}

const builders: Record<string, (frame: Frame) => DocNode[]> = {
  paragraph: ({ nodes }) => toParagraphs(nodes),
  heading: ({ token, nodes }) => {
    const level = Math.min(Number(token?.tag.slice(1)), 3)
    return [{ type: "heading", attrs: { level }, content: trimmed(nodes) }]
  },
  blockquote: ({ nodes }) => [{ type: "blockquote", content: atLeastOne(nodes) }],
  list_item: ({ nodes, checked, isApart }) => [{ type: "item", attrs: { checked, isApart }, content: nodes }],
  bullet_list: ({ nodes }) => toItems(nodes, { type: "bulletList" }),
  ordered_list: ({ token, nodes }) => {
    const start = Number(token?.attrGet("start") ?? 1)
    return toItems(nodes, { type: "orderedList", attrs: { start } })
  },
  table: ({ nodes }) => {
    if (isTableTooLarge(nodes.map(({ content }) => nodesIn(content).length))) throw tableTooLarge()
    return [{ type: "table", content: nodes }]
  },
  tr: ({ nodes }) => [{ type: "tableRow", content: nodes }],
  th: (frame) => [toCell("tableHeader", frame)],
  td: (frame) => [toCell("tableCell", frame)],
}

function toCell(type: string, { token, nodes }: Frame): DocNode {
  const align = alignOf(/^text-align:(\w+)$/.exec(String(token?.attrGet("style") ?? ""))?.[1])
  return { type, ...(align && { attrs: { align } }), content: toParagraphs(nodes) }
}

const atLeastOne = (nodes: DocNode[]): DocNode[] => (nodes.length > 0 ? nodes : [{ type: "paragraph" }])

function add(open: Frame[], token: Token): void {
  const frame = open.at(-1)
  if (!frame) return
  if (token.type === "inline") addInline(open, token)
  else if (token.type === "hr") frame.nodes.push({ type: "horizontalRule" })
  else if (token.type === "fence" || token.type === "code_block") frame.nodes.push(toCodeBlock(token))
}

function toCodeBlock({ info, content }: Token): DocNode {
  const language = languageOf(info) || null
  const text = content.replace(/\n$/, "")
  return { type: "codeBlock", attrs: { language }, ...(text !== "" && { content: [{ type: "text", text }] }) }
}

function addInline(open: Frame[], { content, children }: Token): void {
  const [item, frame] = open.slice(-2)
  if (!frame) return
  const canHavePictures = frame.type !== "heading"
  const nodes = readInline(children ?? [], canHavePictures)
  const box = item?.type === "list_item" && item.nodes.length === 0 ? /^\[([ xX])\](?:\s|$)/.exec(content) : null
  const [first, ...others] = nodes
  if (box && item && first?.text?.startsWith(box[0].trim())) {
    item.checked = box[1] !== " "
    const text = first.text.slice(3).trimStart()
    append(frame, text === "" ? others : [{ ...first, text }, ...others])
  } else append(frame, nodes)
}

const tooDeep = () =>
  invalidInput("Lists or quotes are nested more than 60 levels deep.", "Reduce the nesting and try again.", "markdown")

const tooManyAddresses = () => invalidInput("The file has too many links.", "Split it into several files.", "markdown")

const tableTooLarge = () =>
  invalidInput(
    `A table has more than ${largestTable.columns} columns or ${largestTable.cells.toLocaleString("en")} cells.`,
    "Split it into several tables.",
    "markdown",
  )

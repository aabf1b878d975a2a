import type { Token } from "markdown-it"
import { type DocNode, maxDepth } from "#contract/docs/doc-node.ts"
import { invalidInput } from "#kernel/error.ts"
import { type FrontMatter, readFrontMatter } from "./dialects/front-matter.ts"
import { type Hint, readHint } from "./hints.ts"
import { countLosses, wordsOfLosses } from "./losses.ts"
import { parseMarkdown } from "./parser.ts"
import { readInline } from "./read-inline.ts"
import { toCell, toTable } from "./read-table.ts"
import { languageOf, toItems, toLine, toParagraphs } from "./to-blocks.ts"

/** The longest total of addresses, in characters. */
const longestAddresses = 1_000_000

/**
 * Reads CommonMark with GitHub's tables, checklists and strikethrough. HTML stays text, except tables. Unsafe links
 * become text; pictures from other sites become links. @throws ServiceError `invalid_request` above a limit.
 */
export function readMarkdown(file: string): { body: DocNode; lost: string[]; frontMatter: FrontMatter } {
  const { text, ...frontMatter } = readFrontMatter(file)
  const parsed = parseMarkdown(text)
  refuseAddresses(parsed.tokens)
  const lines = text.split(/\r\n?|\n/)
  const lost = wordsOfLosses(countLosses(parsed, lines))
  return { body: toBody(parsed.tokens, lines), lost, frontMatter }
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
  /** The hint of a comment for the next block in this frame. */
  next?: Hint | undefined
  /** The hint of the comment before this block. */
  hint?: Hint | undefined
}

function begin(open: Frame[], token: Token, lines: readonly string[]): void {
  if (open.length > maxDepth - 2) throw tooDeep()
  const quotes = open.filter(({ type }) => type === "blockquote").length
  const isApart = token.type === "list_item_open" && isEmpty(lines[(token.map?.[0] ?? 0) - 1] ?? "", quotes)
  const around = open.at(-1)
  open.push({ type: token.type.replace(/_open$/, ""), token, nodes: [], isApart, hint: around?.next })
  if (around) around.next = undefined
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
    return [{ type: "heading", attrs: { level }, content: toLine(nodes) }]
  },
  blockquote: ({ nodes }) => [{ type: "blockquote", content: atLeastOne(nodes) }],
  list_item: ({ nodes, checked, isApart }) => [{ type: "item", attrs: { checked, isApart }, content: nodes }],
  bullet_list: ({ nodes, hint }) => toItems(nodes, { type: "bulletList" }, hint),
  ordered_list: ({ token, nodes, hint }) => {
    const start = Number(token?.attrGet("start") ?? 1)
    return toItems(nodes, { type: "orderedList", attrs: { start } }, hint)
  },
  table: ({ nodes, hint }) => [toTable(nodes, hint?.widths)],
  thead: ({ nodes }) => nodes,
  tr: ({ nodes }) => [{ type: "tableRow", content: nodes }],
  th: ({ token, nodes }) => [toCell("tableHeader", token, nodes)],
  td: ({ token, nodes }) => [toCell("tableCell", token, nodes)],
}

const atLeastOne = (nodes: DocNode[]): DocNode[] => (nodes.length > 0 ? nodes : [{ type: "paragraph" }])

function add(open: Frame[], token: Token): void {
  const frame = open.at(-1)
  if (!frame) return
  if (token.type === "inline") addInline(open, token)
  else if (token.type === "hint") frame.next = readHint(token.content)
  else if (token.type === "hr") frame.nodes.push({ type: "horizontalRule" })
  else if (token.type === "fence" || token.type === "code_block") frame.nodes.push(toCodeBlock(token))
}

function toCodeBlock({ info, content }: Token): DocNode {
  const language = languageOf(info)
  const text = content.replace(/\n$/, "")
  return { type: "codeBlock", attrs: { language }, ...(text !== "" && { content: [{ type: "text", text }] }) }
}

function addInline(open: Frame[], { content, children }: Token): void {
  const [item, frame] = open.slice(-2)
  if (!frame) return
  const isCell = frame.type === "th" || frame.type === "td"
  const nodes = readInline(children ?? [], { canHavePictures: frame.type !== "heading", isCell })
  const box = item?.type === "list_item" && item.nodes.length === 0 ? /^\[([ xX])\](?:\s|$)/.exec(content) : null
  const [first, ...others] = nodes
  if (box && item && first?.text?.startsWith(box[0].trim())) {
    item.checked = box[1] !== " "
    const text = first.text.slice(3).replace(/^[\t ]+/, "")
    append(frame, text === "" ? others : [{ ...first, text }, ...others])
  } else append(frame, nodes)
}

const tooDeep = () =>
  invalidInput("Lists or quotes are nested more than 60 levels deep.", "Reduce the nesting and try again.", "markdown")

const tooManyAddresses = () => invalidInput("The file has too many links.", "Split it into several files.", "markdown")

import type MarkdownIt from "markdown-it"
import type { StateBlock, StateCore, Token } from "markdown-it"

/** Marks the tokens of tags, which `pairTags` turns into tables or back into text. */
export const tagMarkup = "<table>"

const tag = /<(\/?)(table|thead|tbody|tfoot|tr|th|td)((?:\s[^<>]*)?)>/gi
const tagLine = /^<\/?(?:table|thead|tbody|tfoot|tr|th|td)(?:\s[^<>]*)?>(?:.*>)?\s*$/is

/**
 * Reads tables in HTML whose lines begin and end with tags of a table. The cells hold Markdown, as on GitHub
 * (https://github.github.com/gfm/#html-blocks). Other HTML stays text.
 */
export function readHtmlTables(parser: InstanceType<typeof MarkdownIt>): void {
  parser.block.ruler.before("fence", "html_table", readLine, { alt: ["paragraph", "reference", "blockquote", "list"] })
  parser.core.ruler.after("block", "html_tables", pairTags)
}

function readLine(state: StateBlock, ...[first, _lineAfter, silent]: [number, number, boolean]): boolean {
  const from = (state.bMarks[first] ?? 0) + (state.tShift[first] ?? 0)
  if (state.src[from] !== "<" || (state.sCount[first] ?? 0) - state.blkIndent >= 4) return false
  const line = state.src.slice(from, state.eMarks[first])
  if (!tagLine.test(line)) return false
  if (silent) return true
  let end = 0
  for (const [source, slash, name = "", attrs = ""] of line.matchAll(tag)) {
    const at = line.indexOf(source, end)
    pushText(state, line.slice(end, at))
    pushTag(state, { name: name.toLowerCase(), nesting: slash ? -1 : 1, source, attrs })
    end = at + source.length
  }
  pushText(state, line.slice(end))
  state.line = first + 1
  return true
}

function pushText(state: StateBlock, text: string): void {
  if (text.trim() === "") return
  state.push("paragraph_open", "p", 1)
  pushInline(state, text.trim())
  state.push("paragraph_close", "p", -1)
}

function pushInline(state: StateBlock, content: string): void {
  const inline = state.push("inline", "", 0)
  inline.content = content
  inline.children = []
}

interface Tag {
  name: string
  nesting: 1 | -1
  source: string
  attrs: string
}

/** The level does not change, since the parser cuts what is nested too deep; `readMarkdown` refuses it later. */
function pushTag(state: StateBlock, { name, nesting, source, attrs }: Tag): void {
  const token = state.push(`${name}_${nesting === 1 ? "open" : "close"}`, name, 0)
  token.nesting = nesting
  token.markup = tagMarkup
  token.content = source
  token.attrs = [...attrs.matchAll(/([a-z]+)\s*=\s*["']?([\w,-]+)["']?/gi)].map(([, key = "", value = ""]) => [
    key.toLowerCase(),
    value,
  ])
}

interface Table {
  isWhole: boolean
}

interface Open {
  token: Token
  /** The innermost table around the token, or the one that it begins. */
  table: Table | undefined
  children: number
}

const parents: Readonly<Record<string, string>> = { tr: "table", th: "tr", td: "tr" }
const groups: ReadonlySet<string> = new Set(["thead", "tbody", "tfoot"])
const isTag = ({ markup }: Token) => markup === tagMarkup
const isOwn = (open: Token, close: Token) => isTag(open) === isTag(close) && open.tag === close.tag
const holdsCells = (token: Token) => isTag(token) && (token.tag === "table" || token.tag === "tr")

/** Keeps the tags of whole tables, and makes text of the others. */
function pairTags(state: StateCore): void {
  const tables = new Map<Token, Table | undefined>()
  const open: Open[] = []
  for (const token of state.tokens) {
    if (isTag(token) && groups.has(token.tag)) tables.set(token, open.at(-1)?.table)
    else if (token.nesting === 1) begin(open, token, tables)
    else if (token.nesting === -1) end(open, token, tables)
    else checkPlace(open.at(-1), token)
  }
  for (const { table } of open) spoil(table)
  state.tokens = state.tokens.flatMap((token) => {
    if (!isTag(token)) return [token]
    if (!tables.get(token)?.isWhole) return asText(state, token)
    return groups.has(token.tag) ? [] : [token]
  })
}

function spoil(table: Table | undefined): void {
  if (table) table.isWhole = false
}

/** A row is in a table, a cell in a row, and all else in a cell or outside of the table. */
function checkPlace(around: Open | undefined, token: Token): void {
  if (!around) return
  around.children += 1
  const parent = isTag(token) ? parents[token.tag] : undefined
  const fits = parent ? isTag(around.token) && around.token.tag === parent : !holdsCells(around.token)
  if (!fits) spoil(around.table)
}

function begin(open: Open[], token: Token, tables: Map<Token, Table | undefined>): void {
  const around = open.at(-1)
  checkPlace(around, token)
  const table = isTag(token) && token.tag === "table" ? { isWhole: true } : around?.table
  if (isTag(token)) tables.set(token, table)
  open.push({ token, table, children: 0 })
}

function end(open: Open[], token: Token, tables: Map<Token, Table | undefined>): void {
  // A list or a quote ends with the tags that were opened inside of it.
  const place = isTag(token) ? open.length - 1 : open.findLastIndex((one) => isOwn(one.token, token))
  for (const { table } of open.splice(place + 1)) spoil(table)
  const last = open.at(-1)
  if (!last || !isOwn(last.token, token)) {
    spoil(last?.table)
    return
  }
  open.pop()
  if (isTag(token)) tables.set(token, last.table)
  if (holdsCells(token) && last.children === 0) spoil(last.table)
}

function asText(state: StateCore, { content }: Token): Token[] {
  const [open, inline, close] = [
    new state.Token("paragraph_open", "p", 1),
    new state.Token("inline", "", 0),
    new state.Token("paragraph_close", "p", -1),
  ]
  inline.content = content
  inline.children = []
  return [open, inline, close]
}

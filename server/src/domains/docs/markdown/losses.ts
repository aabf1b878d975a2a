import type { Token } from "markdown-it"
import { emphasis, type Foreign, foreign, foreignLines, gap } from "./dialects/foreign.ts"
import { mathMarkup } from "./dialects/math.ts"
import { readOwnAddress } from "./own-address.ts"
import { isEmbedded, type Parsed } from "./parser.ts"

/** Counts of the parts of a file that a doc cannot hold, by kind. */
export type Losses = Record<keyof typeof sentences, number>

const sentences = {
  comments: ["1 HTML comment was left out.", "% HTML comments were left out."],
  pictures: [
    "1 external image became a link. Upload it to the drive to show it.",
    "% external images became links. Upload them to the drive to show them.",
  ],
  embedded: [
    "1 embedded image was left out. Upload it to the drive to show it.",
    "% embedded images were left out. Upload them to the drive to show them.",
  ],
  headingPictures: ["1 image in a heading was left out.", "% images in headings were left out."],
  addresses: ["1 unsupported link became plain text.", "% unsupported links became plain text."],
  unused: ["1 unused link definition was left out.", "% unused link definitions were left out."],
  tags: ["1 HTML tag became plain text.", "% HTML tags became plain text."],
  linkedCode: ["1 code snippet in a link became plain text.", "% code snippets in links became plain text."],
  styledCode: [
    "1 code snippet lost its bold, italic or strikethrough.",
    "% code snippets lost their bold, italic or strikethrough.",
  ],
  linkedPictures: ["1 image lost its link.", "% images lost their links."],
  headings: ["1 heading became level 3.", "% headings became level 3."],
  codeWords: ["1 code block lost text after the language name.", "% code blocks lost text after the language name."],
  footnotes: ["1 footnote became plain text.", "% footnotes became plain text."],
  callouts: ["1 callout became a quote or plain text.", "% callouts became quotes or plain text."],
  numbers: ["1 numbered checkbox lost its number.", "% numbered checkboxes lost their numbers."],
  boxes: ["1 checkbox with a special sign became plain text.", "% checkboxes with special signs became plain text."],
  definitions: ["1 definition of a term became plain text.", "% definitions of terms became plain text."],
  math: ["1 formula became code.", "% formulas became code."],
  cells: ["1 table cell beyond the last column was left out.", "% table cells beyond the last column were left out."],
  anchors: ["1 heading lost its anchor.", "% headings lost their anchors."],
  wikiLinks: ["1 wiki link became plain text.", "% wiki links became plain text."],
  highlights: ["1 highlight became plain text.", "% highlights became plain text."],
  scripts: ["1 superscript or subscript became plain text.", "% superscripts or subscripts became plain text."],
  hiddenNotes: ["1 hidden comment became plain text.", "% hidden comments became plain text."],
  emojiCodes: ["1 emoji code became plain text.", "% emoji codes became plain text."],
  attributes: ["1 attribute in braces became plain text.", "% attributes in braces became plain text."],
  templates: ["1 template tag became plain text.", "% template tags became plain text."],
  citations: ["1 citation became plain text.", "% citations became plain text."],
} as const

const kinds = Object.keys(sentences) as (keyof Losses)[]

export const wordsOfLosses = (losses: Losses): string[] => countedSentences(sentences, losses)

/** A sentence for each kind that occurs, in the order of `sentences`: that for one thing, or for several with `%`. */
export function countedSentences<Kind extends string>(
  sentences: Readonly<Record<Kind, readonly [one: string, several: string]>>,
  counts: Readonly<Record<Kind, number>>,
): string[] {
  return (Object.keys(sentences) as Kind[])
    .filter((kind) => counts[kind] > 0)
    .map((kind) => sentences[kind][counts[kind] === 1 ? 0 : 1].replace("%", String(counts[kind])))
}

export function countLosses({ tokens, comments, refused, unused }: Parsed, lines: readonly string[]): Losses {
  const none = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Losses
  const losses = { ...none, comments, addresses: refused, unused, cells: cellsBeyond(tokens, lines) }
  const open: Token[] = []
  for (const token of tokens) {
    if (token.nesting === 1) open.push(token)
    else if (token.nesting === -1) open.pop()
    else if (token.type === "fence") losses[token.markup === mathMarkup ? "math" : "codeWords"] += lossOfFence(token)
    else if (token.type === "inline") countInline(token, open, losses)
    if (token.type === "heading_open" && Number(token.tag.slice(1)) > 3) losses.headings += 1
  }
  return losses
}

const lossOfFence = ({ markup, info }: Token) =>
  markup === mathMarkup || !/^(?:[\w+#.-]|&#\d+;)*$/.test(info.trim()) ? 1 : 0

/** Counts the cells of rows that are longer than the heading of their table; the parser drops them. */
function cellsBeyond(tokens: readonly Token[], lines: readonly string[]): number {
  let [beyond, columns] = [0, 0]
  for (const [at, { type, map }] of tokens.entries()) {
    if (type !== "tr_open" || !map) continue
    const cells = cellsIn(lines[map[0]] ?? "")
    if (tokens[at - 1]?.type === "thead_open") columns = cells
    else beyond += Math.max(0, cells - columns)
  }
  return beyond
}

function cellsIn(line: string): number {
  const row = line.trim().replace(/^(?:[>\s]|[-*+]\s|\d+[.)]\s)+(?=\|)/, "")
  return row
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "")
    .split(/(?<!\\)\|/).length
}

function countInline(token: Token, open: readonly Token[], losses: Losses): void {
  const [list, item, around] = [open.at(-3)?.type, open.at(-2)?.type, open.at(-1)?.type]
  if (around === "paragraph_open") countLines(token.content, losses, { list, item })
  if (token.meta?.hasAnchor) losses.anchors += 1
  const children = token.children ?? []
  countInLine(children, losses, around ?? "")
  const text = textIn(children)
  losses.tags += tagsIn(text, around === "th_open" || around === "td_open")
  for (const kind of Object.keys(foreign) as Foreign[]) losses[kind] += text.match(foreign[kind])?.length ?? 0
}

/** Counts what only counts at the beginning of a line or a block. */
function countLines(
  content: string,
  losses: Losses,
  { list, item }: { list: string | undefined; item: string | undefined },
): void {
  if (item === "blockquote_open" && /^\[!\w[\w-]*\]/.test(content)) losses.callouts += 1
  if (item === "list_item_open" && /^\[[-/<>!?*"~]\]\s/.test(content)) losses.boxes += 1
  if (list === "ordered_list_open" && /^\[[ xX]\](?:\s|$)/.test(content)) losses.numbers += 1
  for (const line of content.split("\n")) {
    if (foreignLines.admonition.test(line)) losses.callouts += 1
    if (foreignLines.definition.test(line)) losses.definitions += 1
  }
}

function countInLine(tokens: readonly Token[], losses: Losses, around: string): void {
  const open = { link: 0, style: 0 }
  for (const token of tokens) {
    // Links are never nested. One to an object of the workspace becomes that object.
    if (token.type === "link_open") open.link = readOwnAddress(String(token.attrGet("href"))) ? 0 : 1
    else if (token.type === "link_close") open.link = 0
    else open.style += token.nesting
    const kind = lossOf(token, open, around)
    if (kind) losses[kind] += 1
  }
}

function lossOf(
  token: Token,
  { link, style }: { link: number; style: number },
  around: string,
): keyof Losses | undefined {
  if (token.markup === mathMarkup) return "math"
  if (token.type === "link_open") return isEmbedded(String(token.attrGet("href"))) ? "addresses" : undefined
  if (token.type === "code_inline" && link > 0) return "linkedCode"
  if (token.type === "code_inline" && style > 0) return "styledCode"
  return token.type === "image" ? lossOfPicture(String(token.attrGet("src")), { link, around }) : undefined
}

function lossOfPicture(src: string, { link, around }: { link: number; around: string }): keyof Losses | undefined {
  if (isEmbedded(src)) return "embedded"
  if (!readOwnAddress(src)) return "pictures"
  if (around === "heading_open") return "headingPictures"
  return link > 0 ? "linkedPictures" : undefined
}

/** The text of a line as it was written. */
const textIn = (tokens: readonly Token[]): string => tokens.map(wordsOf).join("")

function wordsOf({ type, content, nesting }: Token): string {
  if (type === "text") return content
  if (type === "softbreak") return " "
  return nesting !== 0 && !type.startsWith("link") ? emphasis : gap
}

/** Does not count line breaks, and paragraphs in a cell, which a doc can hold. */
const tagsIn = (text: string, isInCell: boolean): number =>
  text.replace(isInCell ? /<br[^<>]*>|<\/?p>/gi : /<br[^<>]*>/gi, "").match(/<\/?[a-z][^<>]*>|<[!?][^<>]*>/gi)
    ?.length ?? 0

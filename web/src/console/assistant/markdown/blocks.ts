import { parseInline } from "./inline.ts"
import type { MarkdownBlock, Steps } from "./nodes.ts"

/** A block and the line it starts at. */
export interface Placed {
  readonly line: number
  readonly block: MarkdownBlock
}

const fence = /^ {0,3}(`{3,}|~{3,}) *([\w+#.-]{0,32})[^`]*$/
const heading = /^ {0,3}(#{1,6})(?= |$)/
const quote = /^ {0,3}> ?/
const item = /^( {0,3})([-*+]|\d{1,9}[.)])(?: +|$)/
const rule = /^ {0,3}([-*_])(?: *\1){2,} *$/
const deepest = 8

/** Parses lines into blocks. Lists and quotes nested deeper than eight levels are plain text. */
export function readBlocks(lines: readonly string[], steps: Steps = { count: 0 }, depth = 0): Placed[] {
  const placed: Placed[] = []
  let line = 0
  while (line < lines.length) {
    steps.count += 1
    if (isBlank(lines[line] ?? "")) {
      line += 1
      continue
    }
    const [block, next] = readBlock({ lines, steps, depth }, line)
    placed.push({ line, block })
    line = next
  }
  return placed
}

interface Source {
  lines: readonly string[]
  steps: Steps
  depth: number
}

type Read = readonly [block: MarkdownBlock, next: number]

const isBlank = (line: string) => line.trim() === ""

function readBlock(source: Source, at: number): Read {
  const line = source.lines[at] ?? ""
  if (fence.test(line)) return readCode(source, at)
  const level = heading.exec(line)?.[1]?.length
  if (level !== undefined) return [{ type: "heading", level, inside: parseInline(titleOf(line), source.steps) }, at + 1]
  if (rule.test(line)) return [{ type: "rule" }, at + 1]
  if (source.depth < deepest && quote.test(line)) return readQuote(source, at)
  if (source.depth < deepest && item.test(line)) return readList(source, at)
  if (isTable(source.lines, at)) return readTable(source, at)
  return readParagraph(source, at)
}

const isTable = (lines: readonly string[], at: number) => {
  const [head = "", divider = ""] = [lines[at], lines[at + 1]]
  return isDivider(divider) && head.includes("|") && cellsOf(head).length === cellsOf(divider).length
}

/** The heading's text without its leading and trailing marks. */
function titleOf(line: string): string {
  const text = line.trim().replace(/^#+/, "").trim()
  let end = text.length
  while (text[end - 1] === "#") end -= 1
  return end === 0 || text[end - 1] === " " ? text.slice(0, end).trimEnd() : text
}

function readCode({ lines, steps }: Source, at: number): Read {
  const [, marks = "", language = ""] = fence.exec(lines[at] ?? "") ?? []
  let end = at + 1
  while (end < lines.length && !isEnd(lines[end] ?? "", marks)) end += 1
  steps.count += end - at
  return [{ type: "code", language, text: lines.slice(at + 1, end).join("\n") }, end + 1]
}

function isEnd(line: string, marks: string): boolean {
  const text = line.trim()
  return text.length >= marks.length && text.replaceAll(marks[0] ?? "`", "") === ""
}

function readQuote({ lines, steps, depth }: Source, at: number): Read {
  let end = at
  while (end < lines.length && quote.test(lines[end] ?? "")) end += 1
  const inner = lines.slice(at, end).map((line) => line.replace(quote, ""))
  steps.count += inner.length
  return [{ type: "quote", inside: readBlocks(inner, steps, depth + 1).map(({ block }) => block) }, end]
}

/** A list ends at an item with another kind of mark. */
function readList(source: Source, at: number): Read {
  const kind = kindOf(source.lines[at] ?? "")
  const items: (readonly MarkdownBlock[])[] = []
  let next = at
  while (next < source.lines.length && kindOf(source.lines[next] ?? "") === kind) {
    const [inside, end] = readItem(source, next)
    items.push(inside)
    next = kindOf(source.lines[nextLine(source, end)] ?? "") === kind ? nextLine(source, end) : end
  }
  const first = Number.parseInt((source.lines[at] ?? "").trim(), 10)
  return [{ type: "list", start: kind === "." || kind === ")" ? first : null, items }, next]
}

/** The next line that is not blank. */
function nextLine({ lines, steps }: Source, at: number): number {
  let next = at
  while (next < lines.length && isBlank(lines[next] ?? "")) next += 1
  steps.count += next - at
  return next
}

/** The last character of the item's mark; undefined if the line is no item. */
function kindOf(line: string): string | undefined {
  return rule.test(line) ? undefined : item.exec(line)?.[2]?.at(-1)
}

/** An item contains the indented lines and the lazy continuation of its paragraph. */
function readItem(
  { lines, steps, depth }: Source,
  at: number,
): readonly [inside: readonly MarkdownBlock[], next: number] {
  const first = lines[at] ?? ""
  const [mark = "", before = ""] = item.exec(first) ?? []
  const width = Math.min(mark.length, before.length + 6)
  const inner = [first.slice(mark.length)]
  let end = at + 1
  while (end < lines.length && isWithin(lines, end, Math.min(width, before.length + 2))) {
    const line = lines[end] ?? ""
    inner.push(line.slice(Math.min(width, indentOf(line))))
    end += 1
  }
  steps.count += inner.length
  return [readBlocks(inner, steps, depth + 1).map(({ block }) => block), end]
}

/** Whether a line belongs to the item above, whose content is indented by at least `least`. */
function isWithin(lines: readonly string[], at: number, least: number): boolean {
  const line = lines[at] ?? ""
  if (isBlank(line)) return isBlank(lines[at + 1] ?? "") ? false : isWithin(lines, at + 1, least)
  if (indentOf(line) >= least) return true
  return !isBlank(lines[at - 1] ?? "") && !isStart(line)
}

const indentOf = (line: string) => line.length - line.trimStart().length

const isStart = (line: string) => [fence, heading, rule, quote, item].some((pattern) => pattern.test(line))

function readParagraph({ lines, steps }: Source, at: number): Read {
  let end = at + 1
  while (end < lines.length && !isBlank(lines[end] ?? "") && !isStart(lines[end] ?? "") && !isTable(lines, end))
    end += 1
  const text = lines.slice(at, end).map((line) => line.trim())
  return [{ type: "paragraph", inside: parseInline(text.join("\n"), steps) }, end]
}

const divider = /^ {0,3}\|? *:?-+:? *(?:\| *:?-+:? *)*\|? *$/

/** Whether a line is the delimiter row between a table's head and its body. */
const isDivider = (line: string) => line.includes("-") && line.includes("|") && divider.test(line)

/** Splits a row at its bars; `\|` is not a separator. */
function cellsOf(line: string): string[] {
  const text = line.trim()
  const cells = text.replaceAll("\\|", "\u0000").split("|")
  const inner = cells.slice(text.startsWith("|") ? 1 : 0, cells.length > 1 && text.endsWith("|") ? -1 : undefined)
  return inner.map((cell) => cell.replaceAll("\u0000", "|").trim())
}

/** Parses a table up to the first line without a bar. Cells beyond the head's columns are dropped. */
function readTable({ lines, steps }: Source, at: number): readonly [block: MarkdownBlock, next: number] {
  let end = at + 2
  while (end < lines.length && (lines[end] ?? "").includes("|")) end += 1
  const head = cellsOf(lines[at] ?? "")
  const read = (line: string) =>
    cellsOf(line)
      .slice(0, head.length)
      .map((cell) => parseInline(cell, steps))
  steps.count += end - at
  return [{ type: "table", head: read(lines[at] ?? ""), rows: lines.slice(at + 2, end).map(read) }, end]
}

import { parseInline } from "./inline.ts"
import type { MarkdownBlock, Steps } from "./nodes.ts"

const divider = /^ {0,3}\|? *:?-+:? *(?:\| *:?-+:? *)*\|? *$/

/** Whether a line is the delimiter row between a table's head and its body. */
export const isDivider = (line: string) => line.includes("-") && line.includes("|") && divider.test(line)

/** Splits a row at its bars; `\|` is not a separator. */
export function cellsOf(line: string): string[] {
  const text = line.trim()
  const cells = text.replaceAll("\\|", "\u0000").split("|")
  const inner = cells.slice(text.startsWith("|") ? 1 : 0, cells.length > 1 && text.endsWith("|") ? -1 : undefined)
  return inner.map((cell) => cell.replaceAll("\u0000", "|").trim())
}

interface Source {
  lines: readonly string[]
  steps: Steps
}

/** Parses a table up to the first line without a bar. Cells beyond the head's columns are dropped. */
export function readTable({ lines, steps }: Source, at: number): readonly [block: MarkdownBlock, next: number] {
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

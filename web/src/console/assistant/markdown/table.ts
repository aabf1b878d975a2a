import { readInline } from "./inline.ts"
import type { Block, Steps } from "./nodes.ts"

const divider = /^ {0,3}\|? *:?-+:? *(?:\| *:?-+:? *)*\|? *$/

/** Whether a line divides the head of a table from its rows. */
export const isDivider = (line: string) => line.includes("-") && line.includes("|") && divider.test(line)

/** The cells of a line: what stands between its bars, an escaped bar being none. */
export function columnsOf(line: string): string[] {
  const text = line.trim()
  const cells = text.replaceAll("\\|", "\u0000").split("|")
  const inner = cells.slice(text.startsWith("|") ? 1 : 0, cells.length > 1 && text.endsWith("|") ? -1 : undefined)
  return inner.map((cell) => cell.replaceAll("\u0000", "|").trim())
}

interface Source {
  lines: readonly string[]
  steps: Steps
}

/** Reads a table: its rows go on while a line has a bar. Cells beyond the head's are left out. */
export function readTable({ lines, steps }: Source, at: number): readonly [block: Block, next: number] {
  let end = at + 2
  while (end < lines.length && (lines[end] ?? "").includes("|")) end += 1
  const head = columnsOf(lines[at] ?? "")
  const read = (line: string) =>
    columnsOf(line)
      .slice(0, head.length)
      .map((cell) => readInline(cell, steps))
  steps.count += end - at
  return [{ type: "table", head: read(lines[at] ?? ""), rows: lines.slice(at + 2, end).map(read) }, end]
}

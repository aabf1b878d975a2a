import { type Placed, readBlocks } from "./blocks.ts"
import type { MarkdownBlock, Steps } from "./nodes.ts"

/** A streamed text and its parsed blocks. Blocks that more text cannot change are not parsed again. */
export interface Growing {
  readonly text: string
  /** The same objects from one parse to the next. */
  readonly finished: readonly MarkdownBlock[]
  /** The offset in the text from which the next parse starts. */
  readonly openFrom: number
  readonly open: readonly MarkdownBlock[]
}

export const nothingYet: Growing = { text: "", finished: [], openFrom: 0, open: [] }

/** The last two blocks stay open: an incomplete line may still belong to the block before it. */
const stayOpen = 2

/** Parses only the open end of a text that grew; parses any other text from its start. */
export function readOn(before: Growing, text: string, steps: Steps = { count: 0 }): Growing {
  if (text === before.text) return before
  const { finished, openFrom } = text.startsWith(before.text) ? before : nothingYet
  const lines = text.slice(openFrom).split("\n").map(withoutTabs)
  const placed = readBlocks(lines, steps)
  const ended = placed.slice(0, -stayOpen)
  const open = placed.slice(ended.length)
  return {
    text,
    finished: ended.length === 0 ? finished : [...finished, ...ended.map(blockOf)],
    openFrom: ended.length === 0 ? openFrom : openFrom + offsetOf(text.slice(openFrom), open[0]?.line ?? 0),
    open: open.map(blockOf),
  }
}

const blockOf = ({ block }: Placed) => block

/** Expands leading tabs; only these have a meaning. */
function withoutTabs(line: string): string {
  return line.startsWith("\t") ? line.replace(/^\t+/, (tabs) => "    ".repeat(tabs.length)) : line
}

function offsetOf(text: string, line: number): number {
  let at = 0
  for (let passed = 0; passed < line; passed += 1) at = text.indexOf("\n", at) + 1
  return at
}

import type MarkdownIt from "markdown-it"
import type { StateBlock } from "markdown-it"

/** Keeps a footnote's definition as a paragraph. It would be read as the definition of a link otherwise. */
export function keepFootnotes(parser: InstanceType<typeof MarkdownIt>): void {
  parser.block.ruler.before("reference", "footnote", readFootnote)
}

function readFootnote(state: StateBlock, ...[first, lineAfter]: [number, number, boolean]): boolean {
  const from = (state.bMarks[first] ?? 0) + (state.tShift[first] ?? 0)
  if (!state.src.startsWith("[^", from) || (state.sCount[first] ?? 0) - state.blkIndent >= 4) return false
  if (!/^\[\^[^\]\s]{1,100}\]:/.test(state.src.slice(from, state.eMarks[first]))) return false
  let line = first + 1
  while (line < lineAfter && !isEnd(state, line, lineAfter)) line += 1
  state.push("paragraph_open", "p", 1).map = [first, line]
  const inline = state.push("inline", "", 0)
  inline.content = state.getLines(first, line, state.blkIndent, false).trim()
  inline.map = [first, line]
  inline.children = []
  state.push("paragraph_close", "p", -1)
  state.line = line
  return true
}

function isEnd(state: StateBlock, line: number, lineAfter: number): boolean {
  if (state.isEmpty(line) || (state.sCount[line] ?? 0) < state.blkIndent) return true
  const from = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  if (state.src.startsWith("[^", from)) return true
  return state.md.block.ruler.getRules("paragraph").some((rule) => rule(state, line, lineAfter, true))
}

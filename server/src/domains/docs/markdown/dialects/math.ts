import type MarkdownIt from "markdown-it"
import type { StateBlock, StateInline } from "markdown-it"

/** The markup of the tokens of formulas, by which they are counted. */
export const mathMarkup = "math"
const mostLines = 60

/** Reads formulas as code, which keeps them as they are: `$x$`, `\(x\)`, and blocks between `$$` or `\[` and `\]`. */
export function readMath(parser: InstanceType<typeof MarkdownIt>): void {
  parser.block.ruler.before("fence", "math", readBlock, { alt: ["paragraph", "reference", "blockquote", "list"] })
  parser.inline.ruler.before("escape", "math", readInline)
}

function lineAt(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trimEnd()
}

function readBlock(state: StateBlock, ...[first, lineAfter, silent]: [number, number, boolean]): boolean {
  const begin = lineAt(state, first)
  const isCode = (state.sCount[first] ?? 0) - state.blkIndent >= 4
  const end = begin.startsWith("$$") ? "$$" : begin === "\\[" ? "\\]" : undefined
  if (isCode || !end) return false
  const last = lastLine(state, { first, lineAfter, end })
  if (last === undefined) return false
  if (silent) return true
  const text = state.getLines(first, last + 1, state.sCount[first] ?? 0, false).trim()
  const token = state.push("fence", "code", 0)
  token.info = "math"
  token.markup = mathMarkup
  token.content = `${text.slice(2, -2).replace(/^\n|\n$/g, "")}\n`
  token.map = [first, last + 1]
  state.line = last + 1
  return true
}

function lastLine(state: StateBlock, { first, lineAfter, end }: { first: number; lineAfter: number; end: string }) {
  const begin = lineAt(state, first).slice(2)
  if (begin !== "" && begin.endsWith(end)) return begin.indexOf(end) === begin.length - 2 ? first : undefined
  for (let line = first + 1; line < Math.min(lineAfter, first + mostLines); line += 1) {
    const text = lineAt(state, line)
    if (text === "" || (state.sCount[line] ?? 0) < state.blkIndent) return undefined
    if (text.includes(end)) return text.indexOf(end) === text.length - 2 ? line : undefined
  }
  return undefined
}

function readInline(state: StateInline, silent: boolean): boolean {
  const formula = formulaAt(state.src.slice(0, state.posMax), state.pos)
  if (!formula) return false
  if (!silent) {
    const token = state.push("code_inline", "code", 0)
    token.markup = mathMarkup
    token.content = `$${formula.text}$`
  }
  state.pos += formula.length
  return true
}

/** Words in which two amounts of money stand are no formula. */
const looksLikeMath = (text: string) =>
  /^(?:[a-zA-Z]|\S(?:.*\S)?)$/s.test(text) && /[\\^_={}+]|^[a-zA-Z]$/.test(text) && !/^\d[\d.,]*\s/.test(text)

function formulaAt(src: string, pos: number): { text: string; length: number } | undefined {
  if (src.startsWith("\\(", pos)) return between(src, pos, { begin: "\\(", end: "\\)" })
  if (src[pos] !== "$" || /[\w$\\]/.test(src[pos - 1] ?? "")) return undefined
  const sign = src.startsWith("$$", pos) ? "$$" : "$"
  const found = between(src, pos, { begin: sign, end: sign })
  if (!found || /\d/.test(src[pos + found.length] ?? "")) return undefined
  const text = found.text.replace(/^`(.*)`$/s, "$1")
  return looksLikeMath(text) ? { ...found, text } : undefined
}

/** Looks no further than the next sign or line, so that many beginnings take linear time. */
function between(
  src: string,
  pos: number,
  { begin, end }: { begin: string; end: string },
): { text: string; length: number } | undefined {
  const from = pos + begin.length
  const line = src.slice(from, from + longestFormula)
  const length = line.search(/[$\n]|\\\)/)
  const isEscaped = (/\\*$/.exec(line.slice(0, length))?.[0].length ?? 0) % 2 === 1
  if (length <= 0 || isEscaped || !line.startsWith(end, length)) return undefined
  return { text: line.slice(0, length), length: begin.length + length + end.length }
}

const longestFormula = 1_000

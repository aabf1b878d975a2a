import type MarkdownIt from "markdown-it"
import type { StateBlock, StateInline } from "markdown-it"
import { readHint } from "../hints.ts"

const begin = "<!--"
const end = "-->"

/** Makes a parser skip HTML comments (https://spec.commonmark.org/0.31.2/#html-comment). One without an end is text. */
export function leaveOutComments(parser: InstanceType<typeof MarkdownIt>): void {
  const alt = ["paragraph", "reference", "blockquote", "list"]
  parser.block.ruler.before("fence", "comment", readBlock, { alt })
  parser.inline.ruler.before("autolink", "comment", readInline)
}

/** For each block state, the line up to which no comment ends. It keeps many openings from taking quadratic time. */
const endless = new WeakMap<StateBlock, number>()

function readBlock(state: StateBlock, ...[first, lineAfter, silent]: [number, number, boolean]): boolean {
  const from = (state.bMarks[first] ?? 0) + (state.tShift[first] ?? 0)
  const isCode = (state.sCount[first] ?? 0) - state.blkIndent >= 4
  if (isCode || !state.src.startsWith(begin, from)) return false
  const at = findEnd(state, first, { from: from + 2, lineAfter })
  if (!at) return false
  const rest = state.src.slice(at.place + end.length, state.eMarks[at.line]).trim()
  // Text behind a one-line comment forms a paragraph with the lines below.
  if (rest !== "" && at.line === first) return false
  if (silent) return true
  const comment = state.src.slice(from + begin.length, at.place).trim()
  if (rest === "" && readHint(comment)) state.push("hint", "", 0).content = comment
  else count(state)
  state.line = at.line + 1
  if (rest !== "") pushParagraph(state, rest)
  return true
}

function findEnd(
  state: StateBlock,
  first: number,
  { from, lineAfter }: { from: number; lineAfter: number },
): { line: number; place: number } | undefined {
  if (first < (endless.get(state) ?? 0)) return undefined
  let line = first
  for (; line < lineAfter; line += 1) {
    const begins = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
    const isOutside = line > first && begins < (state.eMarks[line] ?? 0) && (state.sCount[line] ?? 0) < state.blkIndent
    if (isOutside) break
    const start = Math.max(begins, from)
    const place = state.src.slice(start, state.eMarks[line]).indexOf(end)
    if (place >= 0) return { line, place: start + place }
  }
  endless.set(state, line)
  return undefined
}

function pushParagraph(state: StateBlock, content: string): void {
  state.push("paragraph_open", "p", 1)
  const inline = state.push("inline", "", 0)
  inline.content = content
  inline.children = []
  state.push("paragraph_close", "p", -1)
}

const endlessFrom = new WeakMap<StateInline, number>()

function readInline(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  if (!src.startsWith(begin, pos) || pos >= (endlessFrom.get(state) ?? src.length)) return false
  const at = src.indexOf(end, pos + 2)
  if (at < 0) {
    endlessFrom.set(state, pos)
    return false
  }
  let after = at + end.length
  if (!silent) {
    count(state)
    // Drops the spaces behind the comment if there is space before it.
    if (pos === 0 || /\s/.test(src[pos - 1] ?? "")) while (src[after] === " ") after += 1
  }
  state.pos = after
  return true
}

function count({ env }: StateBlock | StateInline): void {
  env.comments = Number(env.comments ?? 0) + 1
}

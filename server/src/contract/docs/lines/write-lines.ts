import { XmlElement, type XmlText } from "yjs"
import { Delta } from "./delta.ts"
import { type DocLine, endName, type HeldLine, isSame, lengthOf } from "./line.ts"
import { match, type Pair } from "./match.ts"
import { matchTokens } from "./match-tokens.ts"
import { changeOfMarks, isTextBlock, type LineToken, tokensOf } from "./tokens.ts"
import { sameEnd, sameStart } from "./two-versions.ts"

export const heldLines = (held: readonly HeldLine[]): DocLine[] => held.map(({ line }) => line)

/**
 * Keeps unchanged text in place and inserts only new text, so that concurrent typing in these lines survives. Returns
 * the wanted lines. Call it in a transaction.
 */
export function writeLines(text: XmlText, held: readonly HeldLine[], wanted: readonly DocLine[]): HeldLine[] {
  const delta = new Delta()
  const result = changedParts(held, wanted).flatMap(({ from, to, lines }) => {
    const now = held.slice(from, to)
    if (lines) return rewrite(delta, now, lines)
    delta.retain(lengthOf(heldLines(now)))
    return now
  })
  text.applyDelta(delta.changes())
  return result
}

/** A range of held lines, `to` excluded, and the lines to write there; undefined where they are equal. */
interface Part {
  readonly from: number
  readonly to: number
  readonly lines: readonly DocLine[] | undefined
}

function changedParts(held: readonly HeldLine[], wanted: readonly DocLine[]): Part[] {
  const lines = heldLines(held)
  const start = sameStart({ from: lines, to: wanted })
  const end = sameEnd({ from: lines.slice(start), to: wanted.slice(start) })
  const [before, after] = [lines.slice(start, lines.length - end), wanted.slice(start, wanted.length - end)]
  const parts: Part[] = [{ from: 0, to: start, lines: undefined }]
  let [one, other] = [0, 0]
  const add = (toOne: number, toOther: number) => {
    if (toOne === one && toOther === other) return
    const lines = wanted.slice(start + other, start + toOther)
    parts.push({ from: start + one, to: start + toOne, lines })
  }
  for (const [toOne, toOther] of sameLines(before, after)) {
    add(toOne, toOther)
    parts.push({ from: start + toOne, to: start + toOne + 1, lines: undefined })
    ;[one, other] = [toOne + 1, toOther + 1]
  }
  add(before.length, after.length)
  return [...parts, { from: held.length - end, to: held.length, lines: undefined }]
}

/** Up to this many characters are compared one by one; in longer texts, equal lines are matched first. */
const mostCharacters = 50_000

function sameLines(before: readonly DocLine[], after: readonly DocLine[]): Pair[] {
  if (lengthOf(before) + lengthOf(after) < mostCharacters) return []
  return match(
    before.map((line) => JSON.stringify(line)),
    after.map((line) => JSON.stringify(line)),
  )
}

function rewrite(delta: Delta, now: readonly HeldLine[], lines: readonly DocLine[]): HeldLine[] {
  const before = tokensOf(heldLines(now))
  const after = tokensOf(lines)
  const ends: (XmlElement | undefined)[] = []
  let [one, other] = [0, 0]
  for (const [toOne, toOther] of [...matchTokens(before, after), [before.length, after.length] as const]) {
    delta.remove(before.slice(one, toOne).reduce((sum, { length }) => sum + length, 0))
    for (const token of after.slice(other, toOther)) insert(delta, token, { lines, ends })
    const [old, token] = [before[toOne], after[toOther]]
    if (old && token) {
      delta.retain(token.length, changeOfMarks(old.marks, token.marks))
      keepEnd(now[old.ends ?? -1], token, { lines, ends })
    }
    ;[one, other] = [toOne + 1, toOther + 1]
  }
  return lines.map((line, at) => ({ line, end: ends[at] }))
}

interface Wanted {
  readonly lines: readonly DocLine[]
  /** The elements that end the lines, filled in one by one. */
  readonly ends: (XmlElement | undefined)[]
}

function insert(delta: Delta, { key, marks, atom, ends: at }: LineToken, { lines, ends }: Wanted): void {
  const line = lines[at ?? -1]
  if (!atom && !line) {
    delta.insert(key, marks)
    return
  }
  const element = new XmlElement(line ? nameOf(line) : (atom?.name ?? ""))
  setAttrs(element, {}, line ? attrsOf(line) : (atom?.attrs ?? {}))
  delta.insert(element, marks)
  if (at !== undefined) ends[at] = element
}

function keepEnd(was: HeldLine | undefined, { ends: at }: LineToken, { lines, ends }: Wanted): void {
  const line = lines[at ?? -1]
  if (!was?.end || !line || at === undefined) return
  setAttrs(was.end, attrsOf(was.line), attrsOf(line))
  ends[at] = was.end
}

const nameOf = ({ kind }: DocLine) => (isTextBlock(kind) ? endName : kind)

const attrsOf = ({ kind, attrs }: DocLine): DocLine["attrs"] =>
  isTextBlock(kind) && kind !== "paragraph" ? { ...attrs, kind } : attrs

function setAttrs(element: XmlElement, now: DocLine["attrs"], wanted: DocLine["attrs"]): void {
  for (const name of Object.keys(now)) if (!(name in wanted)) element.removeAttribute(name)
  for (const [name, value] of Object.entries(wanted)) {
    if (!isSame(now[name], value)) element.setAttribute(name, value as string)
  }
}

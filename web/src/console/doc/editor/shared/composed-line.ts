import type { Node } from "@tiptap/pm/model"
import { type EditorState, type Selection, TextSelection } from "@tiptap/pm/state"
import type { XmlText } from "yjs"
import {
  cutLine,
  type DocLine,
  type HeldLine,
  heldLines,
  isSame,
  lengthOf,
  lineAt,
  lineLength,
  linesOf,
  replaceLetters,
  writeLines,
} from "../../../../../../server/src/contract/docs/lines/index.ts"
import { type Cursor, cursorOf, indexOf, placesOf, type Shared } from "./cursor.ts"
import { blocksOf } from "./places.ts"

/** The line that an input method composes, as the editor shows it. */
export interface ShownLine {
  /** Its place among the document's lines. */
  readonly at: number
  readonly line: DocLine
  /** The document positions of the line's text, and of the composed letters in it. */
  readonly block: Range
  readonly letters: Range
}

interface Range {
  readonly from: number
  readonly to: number
}

/** The number of positions in the line before and behind the composed letters. The caret may be anywhere in them. */
export interface ComposedPlace {
  readonly before: number
  readonly behind: number
}

export const composedPlace = ({ $from, $to }: Selection): ComposedPlace => ({
  before: $from.parentOffset,
  behind: $to.parent.content.size - $to.parentOffset,
})

export function shownLine(
  { doc, selection }: Pick<EditorState, "doc" | "selection">,
  { before, behind }: ComposedPlace,
): ShownLine | undefined {
  if (!selection.$head.parent.isTextblock) return undefined
  const blocks = blocksOf(doc)
  const at = blocks.findIndex(({ from, size }) => selection.head <= from + size)
  const [block, line] = [blocks[at], linesOf(doc)[at]]
  if (!block || !line) return undefined
  const [from, to] = [block.from, block.from + block.size]
  const end = Math.max(from, to - behind)
  return { at, line, block: { from, to }, letters: { from: Math.min(from + before, end), to: end } }
}

/** The composed letters, as a line without an end. */
export const lettersOf = ({ line, block, letters }: ShownLine): DocLine =>
  cutLine(line, letters.from - block.from, letters.to - block.from)

/** Whether two versions of a document differ in nothing but the letters that are composed. */
export function differInLetters(
  [was, before]: readonly [lines: readonly DocLine[], letters: DocLine],
  [now, shown]: readonly [lines: readonly DocLine[], shown: ShownLine],
): boolean {
  const line = was[shown.at]
  const start = shown.letters.from - shown.block.from
  const [end, endNow] = [start + lineLength(before), shown.letters.to - shown.block.from]
  const rest = (line: DocLine, from: number) => [cutLine(line, 0, start), cutLine(line, from, lineLength(line))]
  return (
    line !== undefined &&
    was.length === now.length &&
    was.every((line, at) => at === shown.at || isSame(line, now[at])) &&
    isSame({ ...line, spans: [] }, { ...shown.line, spans: [] }) &&
    isSame(rest(line, end), rest(shown.line, endNow))
  )
}

/** Tracks the composed line in the shared text while remote changes of the line wait. */
export class ComposedLine {
  /** The composed letters as they were last written; they may be of several compositions in a row. */
  letters: DocLine
  readonly around: ComposedPlace
  /** The line's place among those that the editor shows. */
  shownAt: number
  readonly #text: XmlText
  #line: DocLine
  #placeOfLetters: Cursor
  #placeOfLine: Cursor
  #end: HeldLine["end"]

  constructor(shared: Shared, held: readonly HeldLine[], { doc, shown }: { doc: Node; shown: ShownLine }) {
    const places = ({ from, to }: Range) => cursorOf(shared, { doc, selection: TextSelection.create(doc, from, to) })
    this.#text = shared.text
    this.letters = lettersOf(shown)
    this.around = { before: shown.letters.from - shown.block.from, behind: shown.block.to - shown.letters.to }
    this.shownAt = shown.at
    this.#line = shown.line
    this.#placeOfLetters = places(shown.letters)
    this.#placeOfLine = places(shown.block)
    this.#end = held[this.find(held).at]?.end
  }

  /** The cursor behind the composed letters. */
  get caret(): Cursor {
    return { anchor: this.#placeOfLetters.head, head: this.#placeOfLetters.head }
  }

  /** The lines of the text that the shown line stands for: none if all of it was removed. */
  find(held: readonly HeldLine[]): { readonly at: number; readonly count: number } {
    const lines = heldLines(held)
    const [ofLine, ofLetters] = [this.#indexes(this.#placeOfLine), this.#indexes(this.#placeOfLetters)]
    const [from, to] = [Math.min(ofLine[0], ofLetters[0]), Math.max(ofLine[1], ofLetters[1])]
    const [[at, isAtStart], [last]] = [lineAt(lines, from), lineAt(lines, to)]
    const isGone = from === to && isAtStart && held[at]?.end !== this.#end
    return { at, count: isGone ? 0 : last + 1 - at }
  }

  /** Writes the letters that are composed now into the text. Call it in a transaction. */
  write(held: readonly HeldLine[], shown: ShownLine): HeldLine[] {
    this.#line = shown.line
    return this.#write(held, lettersOf(shown))
  }

  /** Writes the letters again: a colleague may have removed some. Call it in a transaction. */
  restore(held: readonly HeldLine[]): HeldLine[] {
    return this.#write(held, this.letters)
  }

  #write(held: readonly HeldLine[], now: DocLine): HeldLine[] {
    const was = this.letters
    this.letters = now
    const lines = heldLines(held)
    const { at, count } = this.find(held)
    const isNew = count === 0 && now.spans.length > 0
    const start = lengthOf(lines.slice(0, at))
    const range = isNew ? ([start, start] as const) : this.#indexes(this.#placeOfLetters)
    const wanted = isNew
      ? lines.toSpliced(at, 0, { ...this.#line, spans: now.spans, isEnded: true })
      : replaceLetters(lines, range, { was, now })
    const written = writeLines(this.#text, held, wanted)
    this.#placeOfLetters = placesOf(this.#text, [range[0], range[0] + lineLength(now)])
    if (isNew) {
      this.#placeOfLine = this.#placeOfLetters
      this.#end = written[at]?.end
    }
    return written
  }

  #indexes({ anchor, head }: Cursor): [from: number, to: number] {
    const from = indexOf(this.#text, anchor) ?? 0
    return [from, Math.max(from, indexOf(this.#text, head) ?? 0)]
  }
}

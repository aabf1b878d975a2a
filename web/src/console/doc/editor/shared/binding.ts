import type { Node, ResolvedPos } from "@tiptap/pm/model"
import { type EditorState, TextSelection, type Transaction } from "@tiptap/pm/state"
import { ReplaceStep } from "@tiptap/pm/transform"
import {
  createAbsolutePositionFromRelativePosition as absoluteOf,
  type RelativePosition,
  createRelativePositionFromTypeIndex as relativeAt,
  UndoManager,
  type XmlText,
} from "yjs"
import {
  type HeldLine,
  isSame,
  type Line,
  linesOf,
  readLines,
  treeOf,
  writeLines,
} from "../../../../../../server/src/contract/docs/lines/index.ts"
import { indexAt, posAt } from "./places.ts"

/** What shows an editor's document. */
export interface Shown {
  readonly state: EditorState
  dispatch(transaction: Transaction): void
}

/** A selection that stays with its words, whatever others write. */
export interface Cursor {
  readonly anchor: RelativePosition
  readonly head: RelativePosition
}

/** Whether a place stays behind the part before it or before the part behind it, as Yjs writes that. */
const [behind, before] = [-1, 0]

/** What is noted at a transaction that shows what others did, or an undo. */
export const fromText = "from the shared text"

/** Keeps an editor's document and a shared text the same. */
export class Binding {
  readonly text: XmlText
  readonly undoing: UndoManager
  readonly #shown: Shown
  #held: readonly HeldLine[]
  /** The document as it was shown or written last: what the editor mends in it by itself waits for the next change. */
  #doc: Node | undefined
  #isBusy = false
  /** What is selected, as it was before the text changed. */
  #cursor: Cursor | undefined

  constructor(text: XmlText, shown: Shown) {
    this.text = text
    this.#shown = shown
    this.#held = readLines(text)
    this.undoing = new UndoManager(text, { trackedOrigins: new Set([this]) })
    this.undoing.on("stack-item-added", ({ stackItem }) => stackItem.meta.set(this, this.#cursor))
    this.undoing.on("stack-item-popped", ({ stackItem }) => this.#select(stackItem.meta.get(this)))
    text.doc?.on("beforeAllTransactions", this.#remember)
    text.observeDeep(this.#onText)
    this.#show()
  }

  /** Writes into the text what was changed in the document. */
  write(): void {
    const { doc } = this.text
    if (this.#isBusy || !doc || this.#shown.state.doc === this.#doc) return
    this.#doc = this.#shown.state.doc
    const wanted = linesOf(this.#doc)
    const isOnlyWords = isEach(
      wanted,
      this.#held,
      (line, { line: was }) => line.kind === was.kind && isSame(line.attrs, was.attrs),
    )
    this.#isBusy = true
    try {
      doc.transact(() => {
        this.#held = writeLines(this.text, this.#held, wanted)
      }, this)
    } finally {
      this.#isBusy = false
    }
    // A command may leave what the schema does not allow, a row in a row. Others never see that; nor is it to stay here.
    if (!isOnlyWords) this.#show()
  }

  /**
   * A cursor stays behind the letter before it, so that words that two type at one place do not mix; at the beginning
   * of a line it stays with the line. What others type at an edge of a selection does not become a part of it.
   */
  cursorOf({ doc, selection: { $anchor, $head, empty, from, to } }: EditorState): Cursor {
    const isBehind = ({ pos, parentOffset }: ResolvedPos) => (empty ? parentOffset > 0 : pos === to && pos !== from)
    const relative = ($pos: ResolvedPos) => this.#relative(doc, $pos.pos, isBehind($pos) ? behind : before)
    return { anchor: relative($anchor), head: relative($head) }
  }

  /** Where a place of the text is in the document; undefined when it is in neither. */
  posOf(doc: Node, place: RelativePosition): number | undefined {
    const found = this.text.doc && absoluteOf(place, this.text.doc)
    return found?.type === this.text ? posAt(doc, found.index) : undefined
  }

  destroy(): void {
    this.text.unobserveDeep(this.#onText)
    this.text.doc?.off("beforeAllTransactions", this.#remember)
    this.undoing.destroy()
  }

  #relative(doc: Node, pos: number, side: number): RelativePosition {
    return relativeAt(this.text, Math.min(indexAt(doc, pos), this.text.length), side)
  }

  readonly #remember = () => {
    if (!this.#isBusy) this.#cursor = this.cursorOf(this.#shown.state)
  }

  readonly #onText = () => {
    if (this.#isBusy) return
    this.#held = readLines(this.text)
    this.#show(this.#cursor)
  }

  #show(cursor?: Cursor): void {
    const { state } = this.#shown
    const lines = this.#held.map(({ line }) => line)
    this.#doc = state.doc
    const change = changeTo(state, treeOf(state.schema, lines))
    if (!change) return
    change.setMeta(fromText, true).setMeta("addToHistory", false)
    if (state.selection instanceof TextSelection) this.#put(change, cursor)
    change.setStoredMarks(state.storedMarks)
    this.#isBusy = true
    try {
      this.#shown.dispatch(change)
    } finally {
      this.#isBusy = false
      this.#doc = this.#shown.state.doc
    }
  }

  #select(cursor: Cursor | undefined): void {
    const { tr } = this.#shown.state
    if (this.#put(tr, cursor)) this.#shown.dispatch(tr.scrollIntoView())
  }

  #put(transaction: Transaction, cursor: Cursor | undefined): boolean {
    const { doc } = transaction
    const [anchor, head] = [cursor && this.posOf(doc, cursor.anchor), cursor && this.posOf(doc, cursor.head)]
    if (anchor === undefined || head === undefined) return false
    transaction.setSelection(TextSelection.between(doc.resolve(anchor), doc.resolve(head)))
    return true
  }
}

const isEach = (
  lines: readonly Line[],
  held: readonly HeldLine[],
  is: (line: Line, held: HeldLine) => boolean,
): boolean => lines.length === held.length && lines.every((line, at) => is(line, held[at] as HeldLine))

/** Makes a document another one by as small a replacement as there is; undefined where it is the same. */
function changeTo(state: EditorState, wanted: Node): Transaction | undefined {
  const { doc } = state
  const start = doc.content.findDiffStart(wanted.content)
  const end = doc.content.findDiffEnd(wanted.content)
  if (start === null || !end) return undefined
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  const small = state.tr
  const step = new ReplaceStep(start, end.a + overlap, wanted.slice(start, end.b + overlap))
  if (!failsIn(small, step) && small.doc.eq(wanted)) return small
  return state.tr.replaceWith(0, doc.content.size, wanted.content)
}

/** A replacement that begins deeper than it ends may not fit. */
function failsIn(transaction: Transaction, step: ReplaceStep): boolean {
  try {
    return transaction.maybeStep(step).failed !== null
  } catch {
    return true
  }
}

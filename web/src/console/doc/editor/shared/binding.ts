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
  type DocLine,
  type HeldLine,
  isSame,
  linesOf,
  readLines,
  treeOf,
  writeLines,
} from "../../../../../../server/src/contract/docs/lines/index.ts"
import { indexAt, posAt } from "./places.ts"

/** The editor's view, as far as the binding needs it. */
export interface Shown {
  readonly state: EditorState
  dispatch(transaction: Transaction): void
}

/** A selection that keeps its place in the text during remote changes. */
export interface Cursor {
  readonly anchor: RelativePosition
  readonly head: RelativePosition
}

/** Yjs's association of a relative position: with the character before it, or the one behind it. */
const [behind, before] = [-1, 0]

/** The transaction's meta key for remote changes and undos. */
export const fromText = "from the shared text"

/** Keeps an editor's document and a shared text in sync. */
export class Binding {
  readonly text: XmlText
  readonly undoing: UndoManager
  readonly #shown: Shown
  #held: readonly HeldLine[]
  /** The last synced document: the editor's own repairs of it wait for the next change. */
  #doc: Node | undefined
  #isBusy = false
  /** The selection before the text changed. */
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

  /** Writes the document's changes into the text. */
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
    // A command may leave an invalid tree, such as a row in a row. The shared lines never have it; here it is repaired.
    if (!isOnlyWords) this.#show()
  }

  /**
   * A cursor stays behind the character before it, so that two people who type at one place do not mix their words; at
   * the start of a line it stays with the line. Remote text at the edge of a selection does not extend it.
   */
  cursorOf({ doc, selection: { $anchor, $head, empty, from, to } }: EditorState): Cursor {
    const isBehind = ({ pos, parentOffset }: ResolvedPos) => (empty ? parentOffset > 0 : pos === to && pos !== from)
    const relative = ($pos: ResolvedPos) => this.#relative(doc, $pos.pos, isBehind($pos) ? behind : before)
    return { anchor: relative($anchor), head: relative($head) }
  }

  /** The document position of a place; undefined if the place no longer exists. */
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
  lines: readonly DocLine[],
  held: readonly HeldLine[],
  is: (line: DocLine, held: HeldLine) => boolean,
): boolean => lines.length === held.length && lines.every((line, at) => is(line, held[at] as HeldLine))

/** The smallest replacement that turns the document into the wanted one; undefined if they are equal. */
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

/** A replacement whose ends have different depths may not fit. */
function failsIn(transaction: Transaction, step: ReplaceStep): boolean {
  try {
    return transaction.maybeStep(step).failed !== null
  } catch {
    return true
  }
}

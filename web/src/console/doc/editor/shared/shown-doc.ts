import type { Node } from "@tiptap/pm/model"
import { type EditorState, TextSelection, type Transaction } from "@tiptap/pm/state"
import { type DocLine, treeOf } from "../../../../../../server/src/contract/docs/lines/index.ts"
import { changeAround, changeTo } from "./change-to.ts"
import type { ComposedPlace } from "./composed-line.ts"
import { type Cursor, posOf, type Shared } from "./cursor.ts"
import { blocksOf } from "./places.ts"

/** The editor's view, as far as the binding needs it. */
export interface Shown {
  readonly state: EditorState
  /** Whether an input method composes text in the line of the selection: that line must not change then. */
  readonly isComposing: boolean
  /** The place of the latest composition in its line. */
  readonly composedIn: ComposedPlace
  dispatch(transaction: Transaction): void
  /** Called when a remote change of the composed line waits. The receiver calls `settle` in time. */
  onWait(): void
}

/** The transaction's meta key for remote changes and undos. */
export const fromText = "from the shared text"

interface Places {
  readonly cursor: Cursor | undefined
  /** The composed line among the lines, and where its text starts in the document. */
  readonly composed?: { readonly at: number; readonly from: number }
}

/** Shows the lines of a shared text in an editor. */
export class ShownDoc {
  /** The last synced document: the editor's own repairs of it wait for the next change. */
  synced: Node | undefined
  isRepaired = false
  isChanging = false
  readonly #shown: Shown
  readonly #shared: (doc: Node) => Shared

  constructor(shown: Shown, shared: (doc: Node) => Shared) {
    this.#shown = shown
    this.#shared = shared
  }

  show(lines: readonly DocLine[], { cursor, composed }: Places): void {
    const { state } = this.#shown
    this.synced = state.doc
    const wanted = treeOf(state.schema, lines)
    const starts = composed && { now: composed.from, wanted: blocksOf(wanted)[composed.at]?.from }
    const around = starts && changeAround(state, wanted, starts)
    const change = around ?? changeTo(state, wanted)
    if (change) {
      change.setMeta(fromText, true).setMeta("addToHistory", false)
      if (!around && state.selection instanceof TextSelection) this.#put(change, cursor)
      this.#dispatch(change.setStoredMarks(state.storedMarks))
    }
    // The editor's own plugins may have changed it at once, and it shows an end where a line has none.
    const isChanged = change !== undefined && this.#shown.state.doc !== change.doc
    this.isRepaired = isChanged || !lines.slice(0, -1).every(({ isEnded }) => isEnded)
  }

  select(cursor: Cursor | undefined): void {
    const { tr } = this.#shown.state
    if (this.#put(tr, cursor)) this.#shown.dispatch(tr.scrollIntoView())
  }

  #dispatch(change: Transaction): void {
    this.isChanging = true
    try {
      this.#shown.dispatch(change)
    } finally {
      this.isChanging = false
      this.synced = this.#shown.state.doc
    }
  }

  #put(transaction: Transaction, cursor: Cursor | undefined): boolean {
    const { doc } = transaction
    const position = (place: Cursor["head"] | undefined) => place && posOf(this.#shared(doc), doc, place)
    const [anchor, head] = [position(cursor?.anchor), position(cursor?.head)]
    if (anchor === undefined || head === undefined) return false
    transaction.setSelection(TextSelection.between(doc.resolve(anchor), doc.resolve(head)))
    return true
  }
}

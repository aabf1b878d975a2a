import type { Node } from "@tiptap/pm/model"
import type { EditorState } from "@tiptap/pm/state"
import { type RelativePosition, UndoManager, type XmlText } from "yjs"
import {
  type DocLine,
  type HeldLine,
  haveSameKinds,
  heldLines,
  indexMap,
  isSame,
  linesOf,
  mergeLines,
  readLines,
  writeLines,
} from "../../../../../../server/src/contract/docs/lines/index.ts"
import { ComposedLine, differInLetters, lettersOf, type ShownLine, shownLine } from "./composed-line.ts"
import { type Cursor, cursorOf, posOf, type Shared } from "./cursor.ts"
import { type Shown, ShownDoc } from "./shown-doc.ts"

/** Keeps an editor's document and a shared text in sync. */
export class Binding {
  readonly text: XmlText
  readonly undoing: UndoManager
  readonly #shown: Shown
  readonly #shownDoc: ShownDoc
  #held: readonly HeldLine[]
  /** The composed line, while remote changes of it wait. */
  #waiting: ComposedLine | undefined
  #isWriting = false
  /** The selection, and the composed line, before the text changed. */
  #cursor: Cursor | undefined
  #composed: ComposedLine | undefined
  /** The comparison of the last document that had other lines than the text. */
  #mapped: { readonly doc: Node; readonly held: readonly HeldLine[]; readonly shared: Shared } | undefined

  constructor(text: XmlText, shown: Shown) {
    this.text = text
    this.#shown = shown
    this.#held = readLines(text)
    this.#shownDoc = new ShownDoc(shown, (doc) => this.#shared(doc))
    this.undoing = new UndoManager(text, { trackedOrigins: new Set([this]) })
    this.undoing.on("stack-item-added", ({ stackItem }) => stackItem.meta.set(this, this.#cursor))
    this.undoing.on("stack-item-popped", ({ stackItem }) => this.#shownDoc.select(stackItem.meta.get(this)))
    text.doc?.on("beforeAllTransactions", this.#remember)
    text.observeDeep(this.#onText)
    this.#show()
  }

  /** Writes the document's changes into the text. */
  write(): void {
    const { synced } = this.#shownDoc
    const { doc } = this.#shown.state
    if (this.#isBusy()) return
    if (doc === synced) {
      // The person left the composed letters, so the remote changes need not wait any longer.
      if (this.#waiting && !this.#shownLetters(this.#waiting)) this.settle()
      return
    }
    this.#shownDoc.synced = doc
    const lines = linesOf(doc)
    if (this.#waiting && synced) {
      this.#writeBeside(linesOf(synced), lines)
      return
    }
    const isOnlyWords = haveSameKinds(lines, this.#lines())
    this.#write((held) => writeLines(this.text, held, lines))
    this.#shownDoc.isRepaired = false
    // A command may leave an invalid tree, such as a row in a row. The shared lines never have it; here it is repaired.
    if (!isOnlyWords) this.#show()
  }

  /** Shows the remote changes that wait for the end of a composition. */
  settle(): void {
    const waiting = this.#waiting
    if (!waiting) return
    this.#write((held) => waiting.restore(held))
    const { state } = this.#shown
    const shown = this.#shownLetters(waiting)
    const { empty, head } = state.selection
    const isBehind = empty && head === shown?.letters.to && isSame(lettersOf(shown), waiting.letters)
    const cursor = isBehind ? waiting.caret : this.cursorOf(state)
    this.#waiting = undefined
    this.#show(cursor)
  }

  /** The block of text that is composed now, which must not be redrawn. */
  composed(state: EditorState): { readonly from: number; readonly to: number } | undefined {
    return this.#shown.isComposing ? this.#shownLine(state)?.block : undefined
  }

  cursorOf(state: Pick<EditorState, "doc" | "selection">): Cursor {
    return cursorOf(this.#shared(state.doc), state)
  }

  posOf(doc: Node, place: RelativePosition): number | undefined {
    return posOf(this.#shared(doc), doc, place)
  }

  destroy(): void {
    this.text.unobserveDeep(this.#onText)
    this.text.doc?.off("beforeAllTransactions", this.#remember)
    this.undoing.destroy()
  }

  #shared(doc: Node): Shared {
    if (!this.#waiting && !this.#shownDoc.isRepaired) return { text: this.text }
    if (this.#mapped?.doc !== doc || this.#mapped.held !== this.#held) {
      const [shown, lines] = [linesOf(doc), this.#lines()]
      const maps = { toText: indexMap({ from: shown, to: lines }), toShown: indexMap({ from: lines, to: shown }) }
      this.#mapped = { doc, held: this.#held, shared: { text: this.text, ...maps } }
    }
    return this.#mapped.shared
  }

  readonly #remember = () => {
    if (this.#isBusy()) return
    const { state, isComposing } = this.#shown
    this.#cursor = this.cursorOf(state)
    const shown = isComposing ? this.#shownLine() : undefined
    const { doc } = state
    this.#composed = this.#waiting ?? (shown && new ComposedLine(this.#shared(doc), this.#held, { doc, shown }))
  }

  readonly #onText = () => {
    if (this.#isBusy()) return
    this.#held = readLines(this.text)
    this.#waiting = undefined
    const shown = this.#composed && this.#shownLetters(this.#composed)
    if (this.#composed && shown) this.#showAround(this.#composed, shown)
    else this.#show(this.#cursor)
  }

  /** Shows all lines but the composed one, which stays as it is; its remote changes wait. */
  #showAround(composed: ComposedLine, { line, block }: ShownLine): void {
    const { at, count } = composed.find(this.#held)
    const lines = this.#lines()
    const isChanged = !isSame([line], lines.slice(at, at + count))
    if (isChanged) this.#waiting = composed
    const shown = lines.toSpliced(at, count, line)
    this.#shownDoc.show(shown, { cursor: this.#cursor, composed: { at, from: block.from } })
    composed.shownAt = shownLine(this.#shown.state, composed.around)?.at ?? at // repairs may have added lines above it
    if (isChanged) this.#shown.onWait()
  }

  /** Writes changes of the document while the text has others, which the document does not show yet. */
  #writeBeside(was: readonly DocLine[], lines: readonly DocLine[]): void {
    const waiting = this.#waiting
    const shown = waiting && this.#shownLetters(waiting)
    if (shown && differInLetters([was, waiting.letters], [lines, shown])) {
      this.#write((held) => waiting.write(held, shown))
      return
    }
    this.#write((held) => writeLines(this.text, held, mergeLines(was, { mine: lines, theirs: this.#lines() })))
    const cursor = this.cursorOf(this.#shown.state)
    this.#waiting = undefined
    this.#show(cursor)
  }

  #shownLine(state = this.#shown.state): ShownLine | undefined {
    return shownLine(state, this.#waiting?.around ?? this.#shown.composedIn)
  }

  /** The composed line as the editor shows it; undefined when the caret has left its letters. */
  #shownLetters({ shownAt, around }: ComposedLine): ShownLine | undefined {
    const { state } = this.#shown
    const shown = shownLine(state, around)
    const { from, to } = state.selection
    return shown?.at === shownAt && from >= shown.letters.from && to <= shown.letters.to ? shown : undefined
  }

  #write(change: (held: readonly HeldLine[]) => readonly HeldLine[]): void {
    this.#isWriting = true
    try {
      this.text.doc?.transact(() => {
        this.#held = change(this.#held)
      }, this)
    } finally {
      this.#isWriting = false
    }
  }

  #isBusy(): boolean {
    return this.#isWriting || this.#shownDoc.isChanging
  }

  #lines(): DocLine[] {
    return heldLines(this.#held)
  }

  #show(cursor?: Cursor): void {
    this.#shownDoc.show(this.#lines(), { cursor })
  }
}

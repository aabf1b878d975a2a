import assert from "node:assert/strict"
import type { JSONContent } from "@tiptap/core"
import { Selection, TextSelection } from "@tiptap/pm/state"
import * as Y from "yjs"
import { linesOf, treeOf } from "#contract/docs/lines/index.ts"
import { fromJson } from "#domains/docs/conversion/index.ts"
import { newDoc, readUpdate, tryUpdate } from "#domains/docs/vetting/index.ts"
import { keepOwnLines } from "../../../../web/src/console/doc/collaboration/own-lines.ts"
import { block, type Edit, editsOf, listOf } from "./edits.ts"
import { type HeadlessEditor, headlessEditor } from "./headless-editor.ts"
import { dice } from "./hostile-updates.ts"
import { sharedText } from "./shared-lines.ts"

/** A person who writes in a doc with others. */
export interface Person {
  readonly name: string
  readonly at: HeadlessEditor
  readonly unsent: Uint8Array[]
  /** How many of the stored updates they have. */
  heard: number
  /** The index of their first update that the service lacks. */
  unstoredFrom: number
  isOffline: boolean
  /** The word that they compose with an input method, and what ends the composition. */
  composed: { word: string; end(): void } | undefined
  /** The letters that they typed or restored, which their undo may remove. */
  readonly own: Set<string>
}

/** Letters that are each typed once, by one person; none is part of a label. */
const firstLetter = 0x4e00
export const lettersIn = (text: string): string[] =>
  [...text].filter((char) => (char.codePointAt(0) ?? 0) >= firstLetter)
export const wordsOf = ({ doc }: HeadlessEditor): string => doc.textBetween(0, doc.content.size, "\n", " ")

/** Two to four people who use all commands of the editor in one doc at once, each with an unreliable connection. */
export class WritingScene {
  readonly people: readonly Person[]
  /** The service's doc, and the updates that it stored. */
  readonly stored = newDoc()
  readonly typed = new Set<string>()
  /** Letters that were deleted, or removed by an undo. */
  readonly taken = new Set<string>()
  /** The performed actions, for reading a failure. */
  readonly log: string[] = []
  /** The words that got a new line end, since a colleague deleted theirs. */
  readonly kept: string[] = []
  #letters = 0
  readonly #rows: Uint8Array[] = []
  readonly #chance: ReturnType<typeof dice>

  constructor(seed: number) {
    this.#chance = dice(seed * 7_919)
    fromJson(this.stored, { type: "doc", content: this.#beginning() })
    for (const letter of lettersIn(sharedText(this.stored).toString())) this.typed.add(letter)
    const state = Y.encodeStateAsUpdate(this.stored)
    const names = ["Ada", "Ben", "Cem", "Dana"].slice(0, 2 + this.below(3))
    this.people = names.map((name, at) => this.#person(name, state, 100 + at))
  }

  below(limit: number): number {
    this.#chance.below(2) // neighbouring seeds give similar numbers
    return this.#chance.below(limit)
  }

  oneOf<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item
  }

  /** A letter that was not typed yet. */
  letter(): string {
    this.#letters += 1
    return String.fromCodePoint(firstLetter + this.#letters)
  }

  step(): void {
    const person = this.oneOf(this.people)
    if (this.below(12) === 0) person.isOffline = !person.isOffline
    this.#act(person)
    if (this.below(40) === 0 && !person.composed) person.at.reload()
    if (person.isOffline) return
    if (this.below(3) > 0) this.#send(person)
    if (this.below(3) > 0) this.#hear(person)
  }

  /** Connects everyone, and exchanges all updates. */
  settle(): void {
    for (const person of this.people) this.#endComposition(person)
    do {
      for (const person of this.people) this.#sendWhole(person)
      for (const person of this.people) this.#hear(person)
    } while (this.people.some(({ unsent }) => unsent.length > 0))
  }

  #beginning(): JSONContent[] {
    const words = (count: number) => Array.from({ length: count }, () => this.letter()).join("")
    return [
      block("paragraph", words(3)),
      block("heading", words(3)),
      listOf("bulletList", [words(2), words(3)]),
      block("paragraph", words(4)),
    ]
  }

  #person(name: string, state: Uint8Array, clientID: number): Person {
    const ydoc = Object.assign(new Y.Doc(), { clientID })
    Y.applyUpdate(ydoc, state)
    const unsent: Uint8Array[] = []
    ydoc.on("update", (update: Uint8Array, origin: unknown) => {
      if (origin !== "others") unsent.push(update)
    })
    const at = headlessEditor(ydoc)
    const person: Person = {
      name,
      at,
      unsent,
      heard: 0,
      unstoredFrom: 0,
      isOffline: false,
      own: new Set(),
      composed: undefined,
    }
    const isOwn = ({ client }: Y.ID) => client === clientID
    const isUnstored = (id: Y.ID) => isOwn(id) && id.clock >= person.unstoredFrom
    keepOwnLines(ydoc, { isOwn, isUnstored }, (words) => this.kept.push(words))
    return person
  }

  #send(person: Person): void {
    // After a time offline a browser sends everything that the service lacks at once.
    if (person.unsent.length > 3) this.#sendWhole(person)
    else for (const update of person.unsent.splice(0)) this.#store(update)
    person.unstoredFrom = Y.getState(person.at.ydoc.store, person.at.ydoc.clientID)
  }

  #sendWhole(person: Person): void {
    const { ydoc } = person.at
    person.unsent.length = 0
    person.unstoredFrom = Y.getState(ydoc.store, ydoc.clientID)
    this.#store(Y.encodeStateAsUpdate(ydoc, Y.encodeStateVector(this.stored)))
  }

  #store(update: Uint8Array): void {
    readUpdate(update)
    const taken = tryUpdate(this.stored, update)
    if (taken) this.#rows.push(taken)
  }

  #hear(person: Person): void {
    const line = () => person.at.editor.state.selection.$head.parent.textContent
    const before = line()
    for (const row of this.#rows.slice(person.heard)) Y.applyUpdate(person.at.ydoc, row, "others")
    person.heard = this.#rows.length
    if (person.composed) assert.equal(line(), before, "the composed line does not change")
  }

  #compose(person: Person): void {
    const { editor } = person.at
    const composed = person.composed ?? { word: "", end: person.at.compose() }
    const before = lettersIn(wordsOf(person.at))
    const kept = this.below(2) === 0 ? composed.word : composed.word.slice(0, -1)
    const word = kept + this.letter()
    const { head } = editor.state.selection
    this.log.push(`${person.name}: compose ${word} at ${head - composed.word.length}-${head}`)
    editor.view.dispatch(editor.state.tr.insertText(word, head - composed.word.length, head))
    person.composed = { word, end: composed.end }
    assertRead(person.at)
    const edit = { name: "compose", takes: "own", run() {} } as const
    this.#note(person, edit, { before, after: lettersIn(wordsOf(person.at)) })
  }

  #composeOrEnd(person: Person): void {
    if (this.below(4) === 0) this.#endComposition(person)
    else {
      if (this.below(4) === 0) this.#leaveLetters(person)
      this.#compose(person)
    }
  }

  /** Moves the caret, as people can while a keyboard combines letters without a composition. */
  #leaveLetters(person: Person): void {
    this.#select(person)
    const { editor } = person.at
    editor.commands.setTextSelection(editor.state.selection.head)
    this.log.push(`${person.name}: moves to ${editor.state.selection.head}`)
    person.composed = { word: "", end: person.at.compose() }
  }

  #endComposition(person: Person): void {
    const { composed } = person
    if (!composed) return
    person.composed = undefined
    this.log.push(`${person.name}: end of ${composed.word}`)
    composed.end()
    assert.ok(wordsOf(person.at).includes(composed.word), "the composed word is whole")
    assertRead(person.at)
  }

  #act(person: Person): void {
    if (person.composed) {
      this.#composeOrEnd(person)
      return
    }
    this.#select(person)
    if (person.at.editor.state.selection.empty && this.below(8) === 0) {
      this.#compose(person)
      return
    }
    const before = lettersIn(wordsOf(person.at))
    const edit = this.oneOf(editsOf(this, person))
    const { from, to } = person.at.editor.state.selection
    this.log.push(`${person.name}: ${edit.name} at ${from}-${to}${person.isOffline ? ", offline" : ""}`)
    perform(edit)
    assertRead(person.at)
    this.#note(person, edit, { before, after: lettersIn(wordsOf(person.at)) })
  }

  /** Checks that the edit removed only what it may remove; records what it typed or brought back. */
  #note({ own }: Person, { name, takes }: Edit, { before, after }: Record<"before" | "after", string[]>): void {
    const [had, has] = [new Set(before), new Set(after)]
    const gone = before.filter((letter) => !has.has(letter))
    if (takes === "nothing") assert.deepEqual(gone, [], `${name} takes letters away`)
    if (takes === "own")
      assert.ok(
        gone.every((letter) => own.has(letter)),
        `${name} takes others' letters away`,
      )
    for (const letter of gone) this.taken.add(letter)
    for (const letter of after.filter((letter) => !had.has(letter))) {
      assert.ok(takes === "own" || !this.typed.has(letter), `${name} doubles letters`)
      this.typed.add(letter)
      own.add(letter)
    }
  }

  #select({ at: { editor, doc } }: Person): void {
    const near = (pos: number) => Selection.near(doc.resolve(Math.min(doc.content.size, pos))).from
    const from = near(this.below(doc.content.size + 1))
    const to = this.below(4) === 0 ? near(from + this.below(12)) : from
    const selection = TextSelection.between(doc.resolve(from), doc.resolve(to))
    editor.view.dispatch(editor.state.tr.setSelection(selection))
  }
}

function perform({ run }: Edit): void {
  try {
    run()
  } catch (fault) {
    // Some commands of the library fail in some positions by throwing. Then nothing has changed.
    if (!(fault instanceof RangeError) && (fault as Error).name !== "TransformError") throw fault
  }
}

/** Asserts that the editor shows the lines that any reader reads. */
function assertRead({ doc }: HeadlessEditor): void {
  doc.check()
  assert.ok(treeOf(doc.type.schema, linesOf(doc)).eq(doc), "what is read is what is shown")
}

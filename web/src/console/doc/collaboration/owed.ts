import type { Doc, ID } from "yjs"
import { type About, noteWords, settle, type WordsNote, wordsOf } from "../../../unsent/notes.ts"
import { presentWriters, type Writer } from "../../../unsent/writers.ts"

/** What of a doc the service does not have yet. */
export interface Owed {
  /** Whether something is not stored that was typed here, or in a page that is gone. */
  is(): boolean
  /** Whether something is not stored that was typed in another page that is open. */
  isElsewhere(): boolean
  /** Finds the words of pages that are gone; called before what the browser keeps is read. */
  find(): Promise<void>
  /** The words that were found are in the doc now. */
  takeOver(): void
  /** The service has all that is in the doc. */
  settle(): void
  /** Whether a part of the doc is among what the service does not have. */
  holds(id: ID): boolean
}

interface Options extends About {
  accountId: string
  docId: string
}

/**
 * Follows what is typed in a doc. It is noted beside what this browser keeps, each page for itself: another page does
 * not know what is on its way here.
 */
export function followOwed(doc: Doc, writer: Writer, { accountId, docId, workspace, title }: Options): Owed {
  const noted = () => wordsOf(accountId).filter((note) => note.docId === docId)
  const isOwn = (note: WordsNote) => note.writer === writer.id
  let left: readonly WordsNote[] = []
  let isTakenOver = false
  let isOwed = false
  let from: WordsNote["from"]
  doc.on("afterTransaction", ({ local, changed, beforeState }) => {
    if (isOwed || !local || changed.size === 0) return
    isOwed = true
    from = { client: doc.clientID, clock: beforeState.get(doc.clientID) ?? 0 }
    noteWords({ accountId, docId }, writer.id, { workspace, title, from })
  })
  return {
    holds: ({ client, clock }) =>
      [isOwed ? from : undefined, ...left.map((note) => note.from)].some(
        (from) => from?.client === client && clock >= from.clock,
      ),
    is: () => isOwed || left.length > 0,
    isElsewhere: () => noted().some((note) => !isOwn(note) && !left.some(({ key }) => key === note.key)),
    async find() {
      const present = await presentWriters()
      left = noted().filter((note) => !isOwn(note) && !present.has(note.writer))
    },
    takeOver() {
      isTakenOver = true
    },
    settle() {
      const settled = [...(isOwed ? noted().filter(isOwn) : []), ...(isTakenOver ? left : [])]
      isOwed = false
      if (isTakenOver) left = []
      settle(settled)
    },
  }
}

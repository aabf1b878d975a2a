import type { Doc, ID } from "yjs"
import { type DocOfNote, listWordsNotes, noteWords, settle, type WordsNote } from "../../../unsent/notes.ts"
import { type EditingPage, presentWriters } from "../../../unsent/writers.ts"

/** The edits of a doc that the service does not have yet. */
export interface Pending {
  /** Whether edits of this page, or of closed pages, are not stored. */
  is(): boolean
  /** Whether edits of another open page are not stored. */
  isElsewhere(): boolean
  /** Finds the edits of closed pages; call it before the browser's copy is read. */
  find(): Promise<void>
  /** Call it once the found edits are in the doc. */
  takeOver(): void
  /** Call it once the service has the whole doc. */
  settle(): void
  /** Whether the service lacks this struct. */
  holds(id: ID): boolean
}

interface Options extends DocOfNote {
  accountId: string
  docId: string
}

/**
 * Tracks unsent edits with a note per page beside the browser's copy, because a page does not know what another page
 * has in flight.
 */
export function followPending(doc: Doc, writer: EditingPage, { accountId, docId, workspace, title }: Options): Pending {
  const noted = () => listWordsNotes(accountId).filter((note) => note.docId === docId)
  const isOwn = (note: WordsNote) => note.writer === writer.id
  let left: readonly WordsNote[] = []
  let isTakenOver = false
  let isPending = false
  let from: WordsNote["from"]
  doc.on("afterTransaction", ({ local, changed, beforeState }) => {
    if (isPending || !local || changed.size === 0) return
    isPending = true
    from = { client: doc.clientID, clock: beforeState.get(doc.clientID) ?? 0 }
    noteWords({ accountId, docId }, writer.id, { workspace, title, from })
  })
  return {
    holds: ({ client, clock }) =>
      [isPending ? from : undefined, ...left.map((note) => note.from)].some(
        (from) => from?.client === client && clock >= from.clock,
      ),
    is: () => isPending || left.length > 0,
    isElsewhere: () => noted().some((note) => !isOwn(note) && !left.some(({ key }) => key === note.key)),
    async find() {
      const present = await presentWriters()
      left = noted().filter((note) => !isOwn(note) && !present.has(note.writer))
    },
    takeOver() {
      isTakenOver = true
    },
    settle() {
      const settled = [...(isPending ? noted().filter(isOwn) : []), ...(isTakenOver ? left : [])]
      isPending = false
      if (isTakenOver) left = []
      settle(settled)
    },
  }
}

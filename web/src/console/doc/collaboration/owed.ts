import type { Doc } from "yjs"
import { hasUnstored, keptDocName, noteUnstored } from "../../../enhance/kept-docs.ts"

/** Whether something that was typed in a doc is not stored by the service yet, here or before this page was opened. */
export interface Owed {
  is(): boolean
  /** The service has all of it. */
  settle(): void
}

/** Follows what is typed in a doc. It is noted beside what this browser keeps, where a sign-out looks. */
export function followOwed(doc: Doc, whose: Parameters<typeof keptDocName>[0]): Owed {
  const name = keptDocName(whose)
  let isOwed = hasUnstored(name)
  const note = (now: boolean) => {
    if (now === isOwed) return
    isOwed = now
    noteUnstored(name, now)
  }
  doc.on("afterTransaction", ({ local, changed }) => {
    if (local && changed.size > 0) note(true)
  })
  return { is: () => isOwed, settle: () => note(false) }
}

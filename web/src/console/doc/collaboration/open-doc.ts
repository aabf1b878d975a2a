import type { Awareness } from "y-protocols/awareness"
import { Doc } from "yjs"
import { sit } from "./sit.ts"
import type { DocState, Options } from "./sitting.ts"

export interface OpenDoc {
  readonly doc: Doc
  /** The other people in the doc and their cursors. */
  readonly awareness: Awareness
  /** Returns a new object after each change. */
  state(): DocState
  subscribe(listener: () => void): () => void
  /** Calls a listener before remote changes are applied. Returns the unsubscribe function. */
  beforeOthers(listener: () => void): () => void
  /** Whether closing the page now would lose edits that the service does not have. */
  wouldLose(): boolean
  /** Retries after a refusal. */
  retry(): void
  /** Discards edits that the service does not have, in this browser too. The page must be reloaded afterwards. */
  discard(): void
  close(): void
}

/** Opens a doc: first from this browser's copy, then from the service. */
export function openDoc(options: Options): OpenDoc {
  const doc = new Doc()
  const listeners = new Set<() => void>()
  let state: DocState = {
    ...{ isLoaded: false, isOnline: false, hasFailed: false, isSaved: true, isOwed: false, isOwedElsewhere: false },
    ...{ isKept: false, mayWrite: options.mayWrite, wait: undefined, end: undefined },
  }
  const set = (changes: Partial<DocState>) => {
    const next = { ...state, ...changes }
    if (Object.entries(next).every(([name, value]) => state[name as keyof DocState] === value)) return
    state = next
    for (const listener of listeners) listener()
  }
  const sitting = sit(doc, options, { get: () => state, set })
  return {
    doc,
    awareness: sitting.connection.provider.awareness as Awareness,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    beforeOthers(listener) {
      const { provider } = sitting.connection
      provider.on("message", listener) // runs before the library applies the message
      return () => provider.off("message", listener)
    },
    wouldLose: () => sitting.owed.is() && !(sitting.kept?.isAll() ?? false),
    retry: sitting.retry,
    discard: sitting.discard,
    close() {
      listeners.clear()
      sitting.close()
      doc.destroy()
    },
  }
}

import type { Awareness } from "y-protocols/awareness"
import { Doc } from "yjs"
import { openDocSession } from "./open-session.ts"
import type { DocState, Options } from "./session.ts"

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
    ...{ isLoaded: false, isOnline: false, hasFailed: false, mayWrite: options.mayWrite },
    ...{ isSaved: true, isPending: false, isPendingElsewhere: false, isPersisted: false },
    ...{ wait: undefined, end: undefined },
  }
  const set = (changes: Partial<DocState>) => {
    const next = { ...state, ...changes }
    if (Object.entries(next).every(([name, value]) => state[name as keyof DocState] === value)) return
    state = next
    for (const listener of listeners) listener()
  }
  const session = openDocSession(doc, options, { get: () => state, set })
  return {
    doc,
    awareness: session.connection.provider.awareness as Awareness,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    beforeOthers(listener) {
      const { provider } = session.connection
      provider.on("message", listener) // runs before the library applies the message
      return () => provider.off("message", listener)
    },
    wouldLose: () => session.pending.is() && !(session.copy?.isAll() ?? false),
    retry: session.retry,
    discard: session.discard,
    close() {
      listeners.clear()
      session.close()
      doc.destroy()
    },
  }
}

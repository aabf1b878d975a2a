import type { Awareness } from "y-protocols/awareness"
import { Doc } from "yjs"
import { sit } from "./sit.ts"
import type { DocState, Options } from "./sitting.ts"

/** A doc that is open in this page. */
export interface OpenDoc {
  readonly doc: Doc
  /** Who else is here, and where they write. */
  readonly awareness: Awareness
  /** Changes its identity with each change. */
  state(): DocState
  subscribe(listener: () => void): () => void
  /** Calls a listener before anything that others did is taken in. Answers how to end that. */
  beforeOthers(listener: () => void): () => void
  /** Whether what the service does not have would be lost with this page, at this very moment. */
  wouldLose(): boolean
  /** Tries again after what was refused. */
  retry(): void
  /** Forgets what the service does not have, in this browser too; the page has to be loaded again. */
  discard(): void
  close(): void
}

/** Opens a doc: what this browser has kept of it first, then what the service has. */
export function openDoc(options: Options): OpenDoc {
  const doc = new Doc()
  const listeners = new Set<() => void>()
  let state: DocState = {
    ...{ isLoaded: false, isOnline: false, isSaved: true, isOwed: false, isOwedElsewhere: false },
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
      provider.on("message", listener) // told of before the library takes it in
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

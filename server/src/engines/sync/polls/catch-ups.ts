import type { OpenDocs } from "../docs/parts.ts"

/** How many docs are read at the same time. The pool has more connections, so that writes do not wait. */
const atOnce = 2

export interface CatchUps {
  /** Resolves when no doc waits any more. A failed read empties the queue; the next poll finds the rest. */
  read(upTo: Iterable<readonly [docId: string, seq: number]>): Promise<void>
}

/** Reads the updates of other processes into open docs. */
export function openCatchUps({ byId }: Pick<OpenDocs, "byId">): CatchUps {
  const due = new Map<string, number>()
  const readers = new Set<Promise<void>>()

  async function readOn(): Promise<void> {
    for (const [docId, upTo] of due) {
      due.delete(docId)
      const doc = byId.get(docId)
      await doc?.catchUp(upTo)
      if (doc?.isBehind) due.clear()
    }
  }

  return {
    async read(upTo) {
      for (const [docId, seq] of upTo) due.set(docId, Math.max(due.get(docId) ?? 0, seq))
      while (readers.size < atOnce && due.size > 0) {
        const reader: Promise<void> = readOn().finally(() => readers.delete(reader))
        readers.add(reader)
      }
      await Promise.all(readers)
    },
  }
}

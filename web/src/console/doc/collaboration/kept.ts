import { clearDocument, IndexeddbPersistence } from "y-indexeddb"
import type { Doc } from "yjs"
import { keptDocName, noteUnstored } from "../../../enhance/kept-docs.ts"

/** What this browser keeps of a doc, so that a closed tab or a dropped connection loses nothing that was typed. */
export interface Kept {
  /** Whether what was kept has once been all that the service has; a part of a doc is not shown as the doc. */
  isWhole(): Promise<boolean>
  markWhole(): void
  close(): void
  /** Takes it all out of this browser. */
  clear(): Promise<void>
}

const wholeKey = "whole"

type Whose = Parameters<typeof keptDocName>[0]

/**
 * Puts into a doc what this browser has kept of it, and keeps what is written from now on. Undefined where the browser
 * keeps nothing: old ones, private windows, a full disk.
 *
 * `onLost` is told when it cannot keep any more.
 */
export async function keep(doc: Doc, whose: Whose, onLost: () => void): Promise<Kept | undefined> {
  const name = keptDocName(whose)
  if (!(await canOpen(name))) return undefined
  const stored = new IndexeddbPersistence(name, doc)
  const failed = new Promise<void>((_, reject) => stored._db.catch(reject))
  await Promise.race([stored.whenSynced, failed])
  guard(doc, stored, onLost)
  return {
    isWhole: () => stored.get(wholeKey).then(Boolean, () => false),
    markWhole: () => void stored.set(wholeKey, 1).catch(onLost),
    close: () => void stored.destroy(),
    async clear() {
      await stored.clearData()
      noteUnstored(name, false)
    },
  }
}

/** Takes what this browser kept of a doc out of it. */
export async function forget(whose: Whose): Promise<undefined> {
  await clearDocument(keptDocName(whose))
  noteUnstored(keptDocName(whose), false)
}

/** A write that fails must not break the typing that it belongs to, as it would where the library listens itself. */
function guard(doc: Doc, stored: IndexeddbPersistence, onLost: () => void): void {
  const { _storeUpdate: store } = stored
  doc.off("update", store)
  stored._storeUpdate = (update: Uint8Array, origin: unknown) => {
    try {
      store(update, origin)
    } catch {
      doc.off("update", stored._storeUpdate)
      onLost()
    }
  }
  doc.on("update", stored._storeUpdate)
  // Who signs out in another tab takes it out of this browser.
  stored.db?.addEventListener("versionchange", () => {
    stored.destroy()
    onLost()
  })
}

/** The library does not say when it cannot open its database. */
function canOpen(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const probe = indexedDB.open(`${name} probe`)
      probe.onerror = () => resolve(false)
      probe.onblocked = () => resolve(false)
      probe.onsuccess = () => {
        probe.result.close()
        indexedDB.deleteDatabase(`${name} probe`)
        resolve(true)
      }
    } catch {
      resolve(false)
    }
  })
}

import { applyUpdate, type Doc, encodeStateAsUpdate, transact } from "yjs"
import { keptDocName } from "../../../unsent/kept-docs.ts"
import type { Whose } from "../../../unsent/notes.ts"

/** What this browser keeps of a doc, so that a closed tab or a dropped connection loses nothing that was typed. */
export interface Kept {
  /** Whether what was kept has once been all that the service has; a part of a doc is not shown as the doc. */
  isWhole(): boolean
  markWhole(): void
  /** Whether the browser has committed all of the doc as it is here. */
  isAll(): boolean
  /** Whether the last write failed; what it held is written again with the next. */
  hasFailed(): boolean
  close(): void
  /** Takes it all out of this browser. */
  clear(): void
}

const stores = { updates: "updates", marks: "custom" } as const
const wholeKey = "whole"
/** From so many rows on, all of them are replaced by one. */
const mostRows = 500
/** How long to wait after a write that failed. */
const againMs = 5_000

/**
 * Puts into a doc what this browser has kept of it, and keeps what is written from now on. `onChange` is called when a
 * write succeeded or failed.
 *
 * @throws where the browser keeps nothing: old ones, private windows, a full disk.
 */
export async function keep(doc: Doc, whose: Whose, onChange: () => void): Promise<Kept> {
  const kept = new KeptDoc(doc, await openDatabase(keptDocName(whose)), onChange)
  await kept.read()
  return kept
}

class KeptDoc implements Kept {
  readonly #doc: Doc
  readonly #database: IDBDatabase
  readonly #onChange: () => void
  #due: Uint8Array[] = []
  #isMarkDue = false
  /** The rows lack something that was not written: all of the doc has to be. */
  #isAllDue = false
  #isWriting = false
  #hasFailed = false
  #isClosing = false
  #isLost = false
  #isWhole = false
  #rows = 0
  /** The key up to which the doc holds the rows; other tabs add rows too. */
  #readUpTo = 0

  constructor(doc: Doc, database: IDBDatabase, onChange: () => void) {
    this.#doc = doc
    this.#database = database
    this.#onChange = onChange
    // A sign-out in another tab deletes the database.
    database.onversionchange = () => this.#lose()
    database.onclose = () => this.#lose()
  }

  isWhole = () => this.#isWhole
  hasFailed = () => this.#hasFailed || this.#isLost
  isAll = () => !(this.hasFailed() || this.#isWriting || this.#hasWork())

  async read(): Promise<void> {
    const transaction = this.#database.transaction(Object.values(stores))
    const rows = transaction.objectStore(stores.updates)
    const mark = transaction.objectStore(stores.marks).get(wholeKey)
    const [keys, updates] = [rows.getAllKeys(), rows.getAll()]
    if (!(await isCommitted(transaction))) {
      this.#database.close()
      throw transaction.error
    }
    this.#isWhole = Boolean(mark.result)
    this.#rows = keys.result.length
    this.#isAllDue = this.#doc.store.clients.size > 0 // the service was faster
    this.#apply(keys.result, updates.result)
    this.#doc.on("update", this.#take)
    this.#write()
  }

  markWhole(): void {
    if (this.#isWhole || this.#isMarkDue) return
    this.#isMarkDue = true
    this.#write()
  }

  close(): void {
    this.#isClosing = true
    this.#doc.off("update", this.#take)
    if (!this.#isWriting) this.#database.close()
  }

  clear(): void {
    this.#lose()
    indexedDB.deleteDatabase(this.#database.name)
  }

  #take = (update: Uint8Array, origin: unknown) => {
    if (origin === this) return
    this.#due.push(update)
    this.#write()
  }

  #hasWork = () => this.#due.length > 0 || this.#isMarkDue || this.#isAllDue

  /** Writes all that is due, in one transaction at a time. */
  async #write(): Promise<void> {
    if (this.#isWriting || !this.#hasWork()) return
    this.#isWriting = true
    const isDone = await this.#run(this.#due.splice(0)).catch(() => false)
    this.#isWriting = false
    const isNews = this.#hasFailed === isDone
    this.#hasFailed = !isDone
    if (!isDone) this.#isAllDue = true
    if (isNews) this.#onChange()
    if (isDone && this.#hasWork()) this.#write()
    else if (this.#isClosing) this.#database.close()
    else if (!isDone) setTimeout(() => this.#write(), againMs)
  }

  async #run(updates: readonly Uint8Array[]): Promise<boolean> {
    const transaction = this.#database.transaction(Object.values(stores), "readwrite")
    const rows = transaction.objectStore(stores.updates)
    const [isMarked, isFolded] = [this.#isMarkDue, this.#isAllDue || this.#rows >= mostRows]
    this.#isMarkDue = false
    this.#isAllDue = false
    if (isMarked) transaction.objectStore(stores.marks).put(1, wholeKey)
    if (isFolded) this.#fold(rows)
    else {
      for (const update of updates) rows.add(update)
      transaction.commit() // it goes on when the page is closed now
    }
    const isDone = await isCommitted(transaction)
    this.#isMarkDue ||= isMarked && !isDone
    this.#isWhole ||= isMarked && isDone
    if (isDone) this.#rows = isFolded ? 1 : this.#rows + updates.length
    return isDone
  }

  /** Replaces the rows by one, after taking in what other tabs have added. */
  #fold(rows: IDBObjectStore): void {
    const others = IDBKeyRange.lowerBound(this.#readUpTo, true)
    const [keys, updates] = [rows.getAllKeys(others), rows.getAll(others)]
    updates.onsuccess = () => {
      this.#apply(keys.result, updates.result)
      rows.delete(IDBKeyRange.upperBound(this.#readUpTo))
      rows.add(encodeStateAsUpdate(this.#doc))
    }
  }

  #apply(keys: readonly IDBValidKey[], updates: readonly Uint8Array[]): void {
    const applyAll = () => {
      for (const update of updates) this.#applyOne(update)
    }
    transact(this.#doc, applyAll, this, false)
    this.#readUpTo = Number(keys.at(-1) ?? this.#readUpTo)
  }

  /** A damaged row must not keep the others from being read. */
  #applyOne(update: Uint8Array): void {
    try {
      applyUpdate(this.#doc, update, this)
    } catch {}
  }

  /** Nothing can be kept any more. */
  #lose(): void {
    this.#isLost = true
    this.close()
    this.#database.close()
    this.#onChange()
  }
}

/** Waits for the end of a transaction; false when it was aborted, which a full disk does after its last request. */
function isCommitted(transaction: IDBTransaction): Promise<boolean> {
  return new Promise((resolve) => {
    transaction.oncomplete = () => resolve(true)
    transaction.onabort = () => resolve(false)
  })
}

function openDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(stores.updates, { autoIncrement: true })
      request.result.createObjectStore(stores.marks)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

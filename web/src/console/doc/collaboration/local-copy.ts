import { applyUpdate, type Doc, encodeStateAsUpdate, transact } from "yjs"
import type { EditedDoc } from "../../../unsent/notes.ts"
import { notePersistedDoc, persistedDocName } from "../../../unsent/persisted-docs.ts"

/** This browser's copy of a doc, so that a closed tab or a lost connection loses no edits. */
export interface LocalCopy {
  /** Whether the copy was once complete. An incomplete copy is not shown as the doc. */
  isWhole(): boolean
  markWhole(): void
  /** Whether the browser has committed the doc's current state. */
  isAll(): boolean
  /** Whether the last write failed; the next write includes its updates. */
  hasFailed(): boolean
  close(): void
  /** Deletes the copy. */
  clear(): void
}

const stores = { updates: "updates", marks: "custom" } as const
const wholeKey = "whole"
/** At this many rows, they are merged into one. */
const mostRows = 500
/** The pause after a failed write. */
const againMs = 5_000

/**
 * Loads this browser's copy into the doc, and stores further edits. `onChange` is called when a write succeeds after a
 * failure, or the reverse.
 *
 * @throws if the browser has no storage: an old browser, a private window, a full disk.
 */
export async function keep(doc: Doc, whose: EditedDoc, onChange: () => void): Promise<LocalCopy> {
  notePersistedDoc(persistedDocName(whose))
  const copy = new PersistedDoc(doc, await openDatabase(persistedDocName(whose)), onChange)
  await copy.read()
  return copy
}

class PersistedDoc implements LocalCopy {
  readonly #doc: Doc
  readonly #database: IDBDatabase
  readonly #onChange: () => void
  #due: Uint8Array[] = []
  #isMarkDue = false
  /** The rows lack an update whose write failed: the next write stores the whole doc. */
  #isAllDue = false
  #isWriting = false
  #hasFailed = false
  #isClosing = false
  #isLost = false
  #isWhole = false
  #rows = 0
  /** The last key that was read into the doc; other tabs add rows too. */
  #readUpTo = 0

  constructor(doc: Doc, database: IDBDatabase, onChange: () => void) {
    this.#doc = doc
    this.#database = database
    this.#onChange = onChange
    // Signing out in another tab deletes the database.
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
    this.#isAllDue = this.#doc.store.clients.size > 0 // the service answered first
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

  /** Writes everything pending; only one transaction runs at a time. */
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
      transaction.commit() // completes even if the page is closed now
    }
    const isDone = await isCommitted(transaction)
    this.#isMarkDue ||= isMarked && !isDone
    this.#isWhole ||= isMarked && isDone
    if (isDone) this.#rows = isFolded ? 1 : this.#rows + updates.length
    return isDone
  }

  /** Merges all rows into one, after reading what other tabs have added. */
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

  /** Skips a damaged row, so that the others can be read. */
  #applyOne(update: Uint8Array): void {
    try {
      applyUpdate(this.#doc, update, this)
    } catch {}
  }

  /** The database is gone; nothing can be stored any more. */
  #lose(): void {
    this.#isLost = true
    this.close()
    this.#database.close()
    this.#onChange()
  }
}

/** False if the transaction was aborted: a full disk aborts it after its last request. */
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

import type { DatabaseSync, StatementSync } from "node:sqlite"

export const busy = 5 // SQLITE_BUSY
const maxStatements = 500

/** A connection and its prepared statements, the oldest of which goes when there are too many. */
export class Handle {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, { statement: StatementSync; answersRows: boolean }>()

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  prepare(sql: string): { statement: StatementSync; answersRows: boolean } {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#db.prepare(sql)
    const entry = { statement, answersRows: statement.columns().length > 0 }
    if (this.#statements.size >= maxStatements) {
      for (const oldest of this.#statements.keys()) {
        this.#statements.delete(oldest)
        break
      }
    }
    this.#statements.set(sql, entry)
    return entry
  }

  exec(sql: string): void {
    this.#db.exec(sql)
  }

  get isInTransaction(): boolean {
    return this.#db.isTransaction
  }

  close(): void {
    this.#db.close()
  }
}

/** When two processes make the file at once, SQLite refuses one of them without waiting, whatever its timeout is. */
export function switchToWal(writer: Handle, maxWaitMs: number): void {
  for (let waitedMs = 0; ; waitedMs += 20) {
    try {
      writer.exec("pragma journal_mode = wal")
      return
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== busy || waitedMs >= maxWaitMs) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20) // nothing else runs yet
    }
  }
}

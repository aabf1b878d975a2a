import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite"
import { dropOldest } from "#kernel/drop-oldest.ts"
import { sqliteFault } from "./sqlite-faults.ts"

export const busy = 5 // SQLITE_BUSY
const maxStatements = 500

type Values = SQLOutputValue[]

interface Prepared {
  readonly statement: StatementSync
  /** Makes a row of its values; undefined when the statement answers none. */
  readonly toRow: ((values: Values) => unknown) | undefined
}

/** A connection and its prepared statements, the oldest of which goes when there are too many. */
export class Handle {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, Prepared>()

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  /**
   * Runs one statement; answers its rows, or how many rows it changed when it is one that answers none. Throws
   * DatabaseOutage when it is not the statement that is at fault.
   */
  run(sql: string, parameters: SQLInputValue[]): { rows: unknown[] } | { changes: number | bigint } {
    try {
      const { statement, toRow } = this.#prepare(sql)
      if (!toRow) return statement.run(...parameters)
      return { rows: (statement.all(...parameters) as unknown as Values[]).map(toRow) }
    } catch (fault) {
      throw sqliteFault(fault)
    }
  }

  /** Runs one statement; answers its rows. */
  ask(sql: string, parameters: readonly unknown[]): readonly unknown[] {
    const answer = this.run(sql, parameters as SQLInputValue[])
    return "rows" in answer ? answer.rows : []
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#db.prepare(sql)
    const names = statement.columns().map(({ name }) => name)
    statement.setReturnArrays(true)
    const entry = { statement, toRow: names.length > 0 ? rowMaker(names) : undefined }
    this.#statements.set(sql, entry)
    dropOldest(this.#statements, maxStatements)
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

/** SQLite's own row objects are hash tables, and slow to make and to read. */
function rowMaker(names: readonly string[]): (values: Values) => Record<string, SQLOutputValue> {
  const empty = Object.fromEntries(names.map((name): [string, SQLOutputValue] => [name, null]))
  return (values) => {
    const row = { ...empty }
    for (let at = 0; at < names.length; at += 1) row[names[at] as string] = values[at] as SQLOutputValue
    return row
  }
}

/**
 * A connection that only reads. Reads by `readTogether` that come in one turn of the event loop share a snapshot: to
 * begin and end one costs twice as much as a query by key does. What several of them ask alike is asked once: when many
 * open one pay link, that is a fifth of the cost of each request.
 */
export class Reader extends Handle {
  #hasSnapshot = false
  readonly #answers = new Map<string, Map<string, readonly unknown[]>>()

  /** Answers rows that others may be given, too: they are frozen. */
  readTogether(sql: string, parameters: readonly unknown[]): readonly unknown[] {
    if (!this.#hasSnapshot) {
      this.run("begin", [])
      this.#hasSnapshot = true
      setImmediate(() => this.endSnapshot())
    }
    const key = JSON.stringify(parameters)
    const known = this.#answers.get(sql) ?? new Map<string, readonly unknown[]>()
    const answered = known.get(key)
    if (answered) return answered
    const rows = this.ask(sql, parameters).map((row) => Object.freeze(row))
    this.#answers.set(sql, known.set(key, rows))
    return rows
  }

  /** Lets the next read see what is committed now. */
  endSnapshot(): void {
    if (!this.#hasSnapshot) return
    this.#hasSnapshot = false
    this.#answers.clear()
    if (this.isInTransaction) this.run("commit", []) // a read that ran out of memory or of disk has ended it already
  }

  override close(): void {
    this.endSnapshot()
    super.close()
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

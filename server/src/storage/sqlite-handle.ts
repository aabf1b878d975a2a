import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite"
import { dropOldest } from "#kernel/bounds/drop-oldest.ts"
import { DatabaseOutage } from "#kernel/database-outage.ts"
import { recordSince, startTiming } from "#measure/measure.ts"
import { sqliteFault } from "./sqlite-faults.ts"

const maxStatements = 500

type Values = SQLOutputValue[]

interface Prepared {
  readonly statement: StatementSync
  readonly kind: string
  /** Makes a row from values. Undefined for a statement without rows. */
  readonly toRow: ((values: Values) => unknown) | undefined
}

/** A connection with a limited number of prepared statements. The oldest one is dropped first. */
export class Handle {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, Prepared>()

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  /** Returns rows, or the number of changed rows. Throws DatabaseOutage for faults that the statement did not cause. */
  run(sql: string, parameters: SQLInputValue[]): { rows: unknown[] } | { changes: number | bigint } {
    const began = startTiming()
    let outcome = "failed"
    try {
      const { statement, kind, toRow } = this.#prepare(sql)
      const result = toRow
        ? { rows: (statement.all(...parameters) as unknown as Values[]).map(toRow) }
        : statement.run(...parameters)
      outcome = kind
      return result
    } catch (thrown) {
      const fault = sqliteFault(thrown)
      if (!(fault instanceof DatabaseOutage)) outcome = "refused"
      throw fault
    } finally {
      recordSince("db_statement_seconds", began, outcome)
    }
  }

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
    const kind = /^(select|insert|update|delete) /i.exec(sql)?.[1]?.toLowerCase() ?? "other"
    const entry = { statement, kind, toRow: names.length > 0 ? rowMaker(names) : undefined }
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

/** Returns a function that makes row objects, since SQLite's own are slow hash tables. */
function rowMaker(names: readonly string[]): (values: Values) => Record<string, SQLOutputValue> {
  const empty = Object.fromEntries(names.map((name): [string, SQLOutputValue] => [name, null]))
  return (values) => {
    const row = { ...empty }
    for (let at = 0; at < names.length; at += 1) row[names[at] as string] = values[at] as SQLOutputValue
    return row
  }
}

/**
 * Calls in one turn of the event loop share a snapshot, which costs twice as much as a query by key. Equal queries run
 * once: with many buyers on one pay link, that saves a fifth of each request.
 */
export class Reader extends Handle {
  #hasSnapshot = false
  readonly #answers = new Map<string, Map<string, readonly unknown[]>>()

  /** Returns frozen rows, since other callers may get the same ones. */
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

  /** Makes the next read see everything that is committed by then. */
  endSnapshot(): void {
    if (!this.#hasSnapshot) return
    this.#hasSnapshot = false
    this.#answers.clear()
    if (this.isInTransaction) this.run("commit", []) // a read without memory or disk has already ended it
  }

  override close(): void {
    this.endSnapshot()
    super.close()
  }
}

import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely"
import { DatabaseOutage } from "#kernel/database-outage.ts"
import { newOrderedId } from "#kernel/ids.ts"
import { inStatementSpan } from "#spans/in-statement-span.ts"
import { markPrefix } from "../commit-store.ts"
import { commitWith, hasCommitted } from "./commit-marks.ts"
import type { PostgresLine } from "./line.ts"
import type { PostgresPool } from "./pool.ts"

export interface PostgresParts {
  readonly pool: PostgresPool
  /** Connections to look up lost commits, which must not queue behind everything else. */
  readonly aside: PostgresPool
  /** Migrations have no deadlines, and no marks of commits, since the marks' table may not exist yet. */
  readonly isPatient?: boolean
}

/** Kysely's driver for PostgreSQL. Looks up commits whose response was lost, and repeats reads on a dead connection. */
export class PostgresDriver implements Driver {
  readonly #parts: PostgresParts

  constructor(parts: PostgresParts) {
    this.#parts = parts
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    return new PostgresConnection(this.#parts, await this.#parts.pool.acquire(this.#parts))
  }

  async beginTransaction(connection: PostgresConnection): Promise<void> {
    await connection.begin()
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.rollback()
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {} // the caller who made the pools closes them
}

class PostgresConnection implements DatabaseConnection {
  readonly #parts: PostgresParts
  #line: PostgresLine | undefined
  #isInTransaction = false
  /** The first statement of a transaction also begins it. */
  #isBeginDue = false
  #hasWritten = false

  constructor(parts: PostgresParts, line: PostgresLine) {
    this.#parts = parts
    this.#line = line
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const isRead = isPlainRead(query)
    const { command, rowCount, rows } = await inStatementSpan(query.sql, () =>
      this.#isInTransaction ? this.#ask(query) : this.#read(query),
    )
    if (!changes.has(command)) {
      this.#hasWritten ||= !isRead
      return { rows: rows ?? [] } // several statements at once have no rows
    }
    this.#hasWritten ||= rowCount !== 0
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  }

  #ask({ sql, parameters }: CompiledQuery) {
    const isFirst = this.#isBeginDue
    this.#isBeginDue = false
    return this.#held.query(sql, parameters, { isFirst })
  }

  /** Outside a transaction only migrations write. Any other query without a response is a read and is repeated once. */
  async #read(query: CompiledQuery) {
    try {
      return await this.#ask(query)
    } catch (fault) {
      if (!(fault instanceof DatabaseOutage) || !fault.mayRunAgain || this.#parts.isPatient) throw fault
      this.release()
      this.#line = await this.#parts.pool.acquire(this.#parts)
      return this.#ask(query)
    }
  }

  async begin(): Promise<void> {
    if (this.#parts.isPatient) await this.#held.query(beginPatiently)
    else this.#isBeginDue = true
    this.#isInTransaction = true
  }

  async commit(): Promise<void> {
    this.#isInTransaction = false
    if (this.#isBeginDue) return this.#skipBegin()
    if (!this.#hasWritten || this.#parts.isPatient) return this.#commitUnmarked()
    const line = this.#held
    if (line.isLost) throw new DatabaseOutage("The connection was lost before the commit", "no answer", mayRunAgain)
    const mark = newOrderedId(markPrefix, Date.now())
    try {
      await line.query(commitWith(mark))
    } catch (fault) {
      if (!line.isLost) throw fault
      this.release() // frees its place in the pool while the commit is looked up
      if (!(await hasCommitted(this.#parts.aside, mark))) throw fault
    }
  }

  /** A read loses nothing. If a migration's response is lost, the next start looks at the schema. */
  async #commitUnmarked(): Promise<void> {
    try {
      const { command } = await this.#held.query("commit")
      if (command === "ROLLBACK") throw new Error("A statement of the transaction had failed, so it was undone.")
    } catch (fault) {
      if (this.#hasWritten || !(fault instanceof DatabaseOutage)) throw fault
    }
  }

  async rollback(): Promise<void> {
    this.#isInTransaction = false
    if (this.#isBeginDue) return this.#skipBegin()
    if (!this.#line || this.#line.isLost) return // the server rolls back when the connection is lost
    await this.#line.query("rollback").catch(() => {}) // the fault that came before is the one to report
  }

  /** A transaction without a statement. */
  #skipBegin(): void {
    this.#isBeginDue = false
  }

  release(): void {
    if (this.#line) this.#parts.pool.release(this.#line)
    this.#line = undefined
  }

  // biome-ignore lint/correctness/useYield: the interface requires a generator, and nothing here streams.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error("Streaming from PostgreSQL is not supported; read in pages.")
  }

  get #held(): PostgresLine {
    if (!this.#line) throw new Error("The connection was given back.")
    return this.#line
  }
}

const mayRunAgain = { mayRunAgain: true }

/** Queries queue behind a statement that waits for a table's lock, so it must not wait long. */
const beginPatiently = "begin; set local statement_timeout = 0; set local lock_timeout = '2s'"

const changes = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"])

/** Whether a query can only read. One with a `with` may write. */
function isPlainRead({ query }: CompiledQuery): boolean {
  return query.kind === "SelectQueryNode" && (query as { with?: unknown }).with === undefined
}

import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { DatabaseSync, type SQLInputValue } from "node:sqlite"
import { setImmediate, setTimeout as sleep } from "node:timers/promises"
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely"
import { busy, switchToWal } from "#kernel/sqlite-wal.ts"
import { inStatementSpan } from "#spans/in-statement-span.ts"
import { leaveTrace } from "./commit-store.ts"
import type { Database } from "./database.ts"
import { type RunDirectly, runDirectly } from "./prepared.ts"
import type { Schema } from "./schema.ts"
import { commitFault, sqliteFault } from "./sqlite-faults.ts"
import { Handle, Reader } from "./sqlite-handle.ts"
import { runTransaction } from "./transaction.ts"
import { type CommitGroup, newGroup, WriterTurn } from "./writer-turn.ts"

const maxWaitMs = 10_000
const largestGroup = 100
/** After a checkpoint the log is cut to this size. Otherwise the file would keep its greatest size. */
const largestWalBytes = 64 * 1024 * 1024

/**
 * Creates missing files and folders. Reads never wait for the writer (WAL). Transactions take turns. They start with
 * BEGIN IMMEDIATE, so that a write after a read cannot fail. Those that arrive together share one commit.
 */
export function openSqlite(path: string): Database {
  mkdirSync(dirname(path), { recursive: true })
  const driver = new SqliteDriver(path)
  const kysely = new Kysely<Schema>({ dialect: dialectOf(driver) })
  runDirectly(kysely, driver.read)
  const transaction: Database["transaction"] = (work) => runTransaction(kysely, work, driver.write)
  return {
    dialect: "sqlite",
    ...{ read: kysely, transaction, migration: transaction, withoutTransaction: transaction },
    apart: { read: kysely, transaction },
    prepareServer: async () => [],
    checkServer: async () => [],
    checkWritable: () => transaction((db) => leaveTrace(db, "readiness")),
    close: () => kysely.destroy(),
  }
}

function dialectOf(driver: SqliteDriver): Dialect {
  return {
    createAdapter: () => new ConcurrentSqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** Kysely's own adapter runs one query at a time, so reads would wait for a writer's transaction. */
class ConcurrentSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class SqliteDriver implements Driver {
  readonly #writer: Handle
  readonly #reader: Reader
  readonly #turn = new WriterTurn()
  #group: CommitGroup | undefined

  constructor(path: string) {
    this.#writer = new Handle(new DatabaseSync(path, { timeout: 5_000 }))
    switchToWal(this.#writer)
    this.#writer.exec("pragma synchronous = full; pragma foreign_keys = on")
    this.#writer.exec(`pragma journal_size_limit = ${largestWalBytes}`)
    this.#writer.exec("pragma busy_timeout = 0") // from here on #open waits without blocking
    this.#reader = new Reader(new DatabaseSync(path, { timeout: 5_000, readOnly: true }))
  }

  async init(): Promise<void> {}

  readonly read: RunDirectly = (sql, parameters) =>
    inStatementSpan(sql, () => this.#reader.readTogether(sql, parameters))

  readonly write: RunDirectly = (sql, parameters) => inStatementSpan(sql, () => this.#writer.ask(sql, parameters))

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this.#reader)
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await this.#turn.take()
    try {
      this.#group ??= await this.#open()
      this.#writer.exec("savepoint own")
      connection.handle = this.#writer
    } catch (fault) {
      this.#leave()
      throw sqliteFault(fault)
    }
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    this.#writer.exec("release own")
    connection.handle = this.#reader
    const group = this.#group
    this.#leave()
    await group?.promise
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    if (connection.handle !== this.#writer) return // the savepoint was released, but the group's commit failed
    connection.handle = this.#reader
    try {
      // A full disk, for example, makes SQLite roll back the whole group.
      if (this.#writer.isInTransaction) this.#writer.exec("rollback to own; release own")
    } catch {
      this.#undo() // rolls back the whole group rather than leave a part of the failed transaction
    } finally {
      this.#leave()
    }
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#reader.close()
    this.#writer.close()
  }

  /** Starts a group's transaction. If another process has the write lock, waits without blocking the event loop. */
  async #open(): Promise<CommitGroup> {
    await setImmediate() // until all arrived requests are read: their transactions may join
    for (let waitedMs = 0; ; waitedMs += 5) {
      try {
        this.#writer.exec("begin immediate")
        return newGroup()
      } catch (error) {
        if ((error as { errcode?: number }).errcode !== busy || waitedMs >= maxWaitMs) throw error
        await sleep(5)
      }
    }
  }

  /** Ends a turn. The next transaction joins the group; if there is none, the group commits. */
  #leave(): void {
    const group = this.#group
    if (group) {
      group.size += 1
      if (!this.#turn.isWanted || group.size >= largestGroup || !this.#writer.isInTransaction) this.#commit(group)
    }
    this.#turn.pass()
  }

  #commit(group: CommitGroup): void {
    this.#group = undefined
    this.#reader.endSnapshot()
    try {
      this.#writer.exec("commit")
      group.resolve()
    } catch (fault) {
      this.#undo()
      group.reject(commitFault(fault))
    }
  }

  #undo(): void {
    try {
      if (this.#writer.isInTransaction) this.#writer.exec("rollback")
    } catch {} // SQLite had rolled back already; the next transaction must still get its turn
  }
}

class SqliteConnection implements DatabaseConnection {
  handle: Handle

  constructor(handle: Handle) {
    this.handle = handle
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = query
    const answer = inStatementSpan(sql, () => this.handle.run(sql, parameters as SQLInputValue[]))
    if ("changes" in answer) return { rows: [], numAffectedRows: BigInt(answer.changes) }
    const rows = answer.rows as Row[]
    return SelectQueryNode.is(query.query) ? { rows } : { rows, numAffectedRows: BigInt(rows.length) }
  }

  // biome-ignore lint/correctness/useYield: the interface requires a generator, and nothing here streams.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error("Streaming from SQLite is not supported; read in pages.")
  }
}

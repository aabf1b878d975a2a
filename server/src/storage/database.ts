import type { Kysely, Transaction } from "kysely"
import type { Schema } from "./schema.ts"

/** Outside a transaction the database can only be read: a write does not compile, and SQLite would refuse it. */
export type ReadDb = Pick<Kysely<Schema>, "selectFrom" | "selectNoFrom" | "executeQuery" | "getExecutor">

/** The database inside a transaction. */
export type WriteDb = Transaction<Schema>

/** Reads and transactions of a database. */
export interface Queries {
  readonly read: ReadDb
  /**
   * Runs `work` in one transaction and returns its result once that is on disk. If `work` throws, the transaction is
   * rolled back. `work` runs again after a conflict (deadlock, serialization) or a connection lost before the commit.
   * Throws DatabaseOutage if nothing was committed, or if that could not be found out in time.
   */
  transaction<Result>(work: (db: WriteDb) => Promise<Result>): Promise<Result>
}

/** The database, SQLite or PostgreSQL. */
export interface Database extends Queries {
  readonly dialect: "sqlite" | "postgres"
  /** The same database over a few connections of their own. Requests never wait for a connection behind these queries. */
  readonly apart: Queries
  /** A transaction without deadlines, for migrations. */
  migration<Result>(work: (db: WriteDb) => Promise<Result>): Promise<Result>
  /**
   * Prepares the database server for `processes` of this service, before the first query.
   *
   * @returns a sentence for each thing that an operator should change.
   */
  checkServer(processes: number): Promise<readonly string[]>
  /** Throws when the database cannot be written to. */
  checkWritable(): Promise<void>
  close(): Promise<void>
}

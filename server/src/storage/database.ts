import type { Kysely, Transaction } from "kysely"
import type { Schema } from "./schema.ts"

/** Outside a transaction the database can only be read: a write does not compile, and SQLite would refuse it. */
export type ReadDb = Pick<Kysely<Schema>, "selectFrom" | "selectNoFrom" | "executeQuery" | "getExecutor">

export type WriteDb = Transaction<Schema>

export interface Queries {
  readonly read: ReadDb
  /**
   * Rolls back if `work` throws. `work` runs again after a conflict (deadlock, serialization) or a connection lost
   * before the commit. Throws DatabaseOutage without a commit, or where the result stayed unknown.
   */
  transaction<Result>(work: (db: WriteDb) => Promise<Result>): Promise<Result>
}

export interface Database extends Queries {
  readonly dialect: "sqlite" | "postgres"
  /** The same database over a few connections of their own. Requests never wait for a connection behind these queries. */
  readonly apart: Queries
  /** A transaction without deadlines, for migrations. On PostgreSQL a statement waits two seconds for a lock. */
  migration<Result>(work: (db: WriteDb) => Promise<Result>): Promise<Result>
  /** One connection without deadlines, for migrations. On PostgreSQL each statement commits by itself. */
  withoutTransaction<Result>(work: (db: Kysely<Schema>) => Promise<Result>): Promise<Result>
  /** Prepares the server for `processes` of this service, and checks it. */
  prepareServer(processes: number): Promise<readonly string[]>
  /** Changes nothing. Returns a sentence for each thing to change. */
  checkServer(processes: number): Promise<readonly string[]>
  /** The connections of requests and jobs by state. Left out where there is no pool. */
  countConnections?(): Readonly<Record<string, number>>
  /** Throws when the database cannot be written to. */
  checkWritable(): Promise<void>
  close(): Promise<void>
}

export interface Reading {
  readonly db: ReadDb
  /** Epoch milliseconds. The only clock: nothing in the domains calls `Date.now`. */
  readonly now: () => number
}

/** The context inside a transaction: only the database and the clock. */
export interface Inside extends Reading {
  readonly db: WriteDb
}

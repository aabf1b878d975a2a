import type { Kysely, Transaction } from "kysely"
import type { Schema } from "./schema.ts"

/** Outside a transaction the database can only be read: a write does not compile, and SQLite would refuse it. */
export type ReadDb = Pick<Kysely<Schema>, "selectFrom" | "selectNoFrom" | "executeQuery" | "getExecutor">

/** Inside a transaction. */
export type WriteDb = Transaction<Schema>

/** One database, whichever it is. */
export interface Database {
  readonly dialect: "sqlite" | "postgres"
  readonly read: ReadDb
  /**
   * Runs `work` in one transaction and answers what it answered, once that is on disk. What `work` throws rolls it
   * back. Work that lost to another transaction (deadlock, serialization), or whose connection was lost before anything
   * was committed, runs again. DatabaseOutage: nothing was committed, or it could not be found out in time.
   */
  transaction<Result>(work: (db: WriteDb) => Promise<Result>): Promise<Result>
  /** The same for migrations, which take as long as they need. */
  migration<Result>(work: (db: WriteDb) => Promise<Result>): Promise<Result>
  /** Writes something; throws when that cannot be done. */
  checkWritable(): Promise<void>
  close(): Promise<void>
}

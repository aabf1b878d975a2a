import { setTimeout as sleep } from "node:timers/promises"
import { type Dialect, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely"
import { DatabaseOutage } from "#kernel/database-outage.ts"
import { leaveTrace } from "./commit-store.ts"
import type { Database, WriteDb } from "./database.ts"
import { PostgresDriver, type PostgresParts } from "./postgres-driver.ts"
import { PostgresPool } from "./postgres-pool.ts"
import type { Schema } from "./schema.ts"
import { runTransaction } from "./transaction.ts"

/** deadlock_detected and serialization_failure: the transaction had no effect and may run again. */
const runAgain = new Set(["40P01", "40001"])
const maxTries = 10

/**
 * Opens PostgreSQL at `url`. A lost connection fails only the query that uses it. Each query and transaction has a
 * deadline. The result of a commit whose response was lost is looked up.
 *
 * @param onError called when an idle connection breaks.
 */
export function openPostgres(url: string, onError: (error: Error) => void): Database {
  const pool = new PostgresPool({ url, size: 20, onError })
  const aside = new PostgresPool({ url, size: 2, onError })
  const kysely = new Kysely<Schema>({ dialect: dialectOf({ pool, aside }) })
  const patient = new Kysely<Schema>({ dialect: dialectOf({ pool, aside, isPatient: true }) })
  const transact: Database["transaction"] = (work) => transaction(kysely, work)
  return {
    dialect: "postgres",
    read: kysely,
    transaction: transact,
    migration: (work) => transaction(patient, work),
    checkWritable: () => transact(leaveTrace),
    close: async () => {
      await pool.close()
      await aside.close()
    },
  }
}

function dialectOf(parts: PostgresParts): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PostgresDriver(parts),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

async function transaction<Result>(kysely: Kysely<Schema>, work: (db: WriteDb) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await runTransaction(kysely, work)
    } catch (error) {
      if (tries >= maxTries || !hadNoEffect(error)) throw error
      await sleep(Math.random() * 10 * tries)
    }
  }
}

function hadNoEffect(error: unknown): boolean {
  if (error instanceof DatabaseOutage) return error.mayRunAgain
  return runAgain.has((error as { code?: string }).code ?? "")
}

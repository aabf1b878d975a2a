import { setTimeout as sleep } from "node:timers/promises"
import { CompiledQuery, Kysely, PostgresDialect } from "kysely"
import { Pool, types } from "pg"
import type { Database, WriteDb } from "./database.ts"
import type { Schema } from "./schema.ts"
import { runTransaction } from "./transaction.ts"

const int8 = 20
/** deadlock_detected and serialization_failure: the transaction had no effect and may run again. */
const runAgain = new Set(["40P01", "40001"])
const maxTries = 10

/** Opens PostgreSQL at `url`. Waits at most 3 s for a free connection instead of for ever, pg's default. */
export function openPostgres(url: string, onError: (error: Error) => void): Database {
  const pool = new Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    types: { getTypeParser: (id, format) => (id === int8 ? Number : types.getTypeParser(id, format)) },
  })
  pool.on("error", onError) // a connection that dies while idle would otherwise end the process
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  return {
    dialect: "postgres",
    read: kysely,
    transaction: (work) => transaction(kysely, work),
    ping: async () => {
      await kysely.executeQuery(CompiledQuery.raw("select 1"))
    },
    close: () => kysely.destroy(),
  }
}

async function transaction<Result>(kysely: Kysely<Schema>, work: (db: WriteDb) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await runTransaction(kysely, work)
    } catch (error) {
      if (tries >= maxTries || !runAgain.has((error as { code?: string }).code ?? "")) throw error
      await sleep(Math.random() * 10 * tries)
    }
  }
}

import { setTimeout as sleep } from "node:timers/promises"
import { type Dialect, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from "kysely"
import { DatabaseOutage } from "#kernel/database-outage.ts"
import { newOrderedId } from "#kernel/ids.ts"
import { record } from "#measure/measure.ts"
import { leaveTrace, markPrefix } from "../commit-store.ts"
import type { Database, Queries, WriteDb } from "../database.ts"
import type { Schema } from "../schema.ts"
import { runTransaction } from "../transaction.ts"
import { PostgresDriver, type PostgresParts } from "./driver.ts"
import { checkServer, prepareServer } from "./limits.ts"
import { PostgresPool } from "./pool.ts"

/** Connections for the queries of docs' sockets. Requests must not wait behind these. */
const apartSize = 4
const asideSize = 2

/** deadlock_detected, serialization_failure, and unique_violation, whose next run finds the other's row. */
const runAgain = new Set(["40P01", "40001", "23505"])
const maxTries = 10

export interface PostgresOptions {
  /** Called when an idle connection breaks. */
  readonly onError: (error: Error) => void
  /** Called for each connection on which statements have no time limit. */
  readonly onUnlimited?: () => void
  readonly size?: number
  /** The server's own address for migrations, where `url` is a pooler's. */
  readonly directUrl?: string
}

/** A lost connection fails only its query. Each query and transaction has a deadline. Lost commits are looked up. */
export function openPostgres(url: string, options: PostgresOptions): Database {
  const { onError, onUnlimited = () => {}, size = 20, directUrl = url } = options
  const plan = { url, onError, onUnlimited }
  const pools = {
    requests: new PostgresPool({ ...plan, size }),
    apart: new PostgresPool({ ...plan, size: apartSize }),
    aside: new PostgresPool({ ...plan, size: asideSize }),
    direct: new PostgresPool({ ...plan, url: directUrl, size: 1, onUnlimited: () => {} }), // migrations need no limits
  }
  const { aside } = pools
  const trace = newOrderedId(markPrefix, Date.now()) // of the form that the sweeper of marks deletes
  const requests = queriesOf({ pool: pools.requests, aside })
  const patient = queriesOf({ pool: pools.direct, aside, isPatient: true })
  return {
    dialect: "postgres",
    ...requests,
    apart: queriesOf({ pool: pools.apart, aside }),
    migration: patient.transaction,
    withoutTransaction: (work) => withoutTransaction(patient.read, work),
    countConnections: () => pools.requests.count(),
    prepareServer: (processes) => prepareServer({ url, size, processes }),
    checkServer: (processes) => checkServer({ url, size, processes }),
    checkWritable: () => requests.transaction((db) => leaveTrace(db, trace)),
    close: async () => {
      await Promise.all([pools.requests.close(), pools.apart.close(), pools.direct.close()])
      await aside.close()
    },
  }
}

function queriesOf(parts: PostgresParts): Queries & { read: Kysely<Schema> } {
  const kysely = new Kysely<Schema>({ dialect: dialectOf(parts) })
  return { read: kysely, transaction: (work) => transaction(kysely, work) }
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
      record("db_retries_total", 1)
      await sleep(Math.random() * 10 * tries)
    }
  }
}

function withoutTransaction<Result>(kysely: Kysely<Schema>, work: (db: Kysely<Schema>) => Promise<Result>) {
  return kysely.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db)
    try {
      return await work(db)
    } finally {
      await sql`reset statement_timeout`.execute(db).catch(() => {}) // the fault that came before is the one to report
    }
  })
}

function hadNoEffect(error: unknown): boolean {
  if (error instanceof DatabaseOutage) return error.mayRunAgain
  return runAgain.has((error as { code?: string }).code ?? "")
}

import { type Kysely, sql } from "kysely"
import type { Database } from "./database.ts"
import { type MigrationRow, missingMigrations } from "./migration-checks.ts"
import { type LockWaiting, MigrationsLocked, retryWhileLocked } from "./migration-retries.ts"
import { type Migrations, migrations } from "./migrations.ts"

/** The id of the lock for migrations, used for nothing else. */
const lockId = sql.lit(7_283_155)

type Target = Pick<Database, "dialect" | "migration" | "withoutTransaction">
type Db = Kysely<{ migrations: MigrationRow }>

/**
 * Runs missing migrations, each in a transaction of its own: a killed start leaves each one done or not begun, and one of
 * two starts runs it. Returns their names. @throws Error for a schema on which this program cannot run.
 */
export async function migrate(
  database: Target,
  { known = migrations, ...waiting }: LockWaiting & { readonly known?: Migrations } = {},
): Promise<string[]> {
  const ran: string[] = []
  for (;;) {
    const [name, isLast] = (await retryWhileLocked(() => runNext(database, known), waiting)) ?? []
    if (name !== undefined) ran.push(name)
    if (name === undefined || isLast) return ran
  }
}

/** Returns the migration that ran, and whether it was the last missing one. */
async function runNext(database: Target, known: Migrations): Promise<[name: string, isLast: boolean] | undefined> {
  const [name, ...others] = await database.migration(async (transaction) => {
    const db = transaction as unknown as Db
    await lock(database, db, "pg_try_advisory_xact_lock")
    await db.schema
      .createTable("migrations")
      .ifNotExists()
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("breaks_below", "integer")
      .execute()
    const missing = await missingIn(db, known)
    const [name] = missing
    if (name !== undefined && !known[name]?.isOutsideTransaction) await run(db, name, known)
    return missing
  })
  if (name === undefined) return undefined
  if (known[name]?.isOutsideTransaction) await runOutside(database, name, known)
  return [name, others.length === 0]
}

function runOutside(database: Target, name: string, known: Migrations): Promise<void> {
  return database.withoutTransaction(async (connection) => {
    const db = connection as unknown as Db
    await lock(database, db, "pg_try_advisory_lock")
    try {
      if ((await missingIn(db, known)).includes(name)) await run(db, name, known)
    } finally {
      if (database.dialect === "postgres") await sql`select pg_advisory_unlock(${lockId})`.execute(db)
    }
  })
}

/**
 * A statement that waited for the lock would hold a snapshot, for which `create index concurrently` in the process with
 * the lock would wait.
 */
async function lock({ dialect }: Target, db: Db, take: string): Promise<void> {
  if (dialect !== "postgres") return
  const { rows } = await sql<{ taken: boolean }>`select ${sql.raw(take)}(${lockId}) as taken`.execute(db)
  if (!rows[0]?.taken) throw new MigrationsLocked()
}

async function missingIn(db: Db, known: Migrations): Promise<string[]> {
  return missingMigrations(await db.selectFrom("migrations").selectAll().execute(), known)
}

async function run(db: Db, name: string, known: Migrations): Promise<void> {
  const { up, breaksBelow = null } = known[name] ?? {}
  await up?.(db as unknown as Kysely<unknown>)
  await db.insertInto("migrations").values({ name, breaks_below: breaksBelow }).execute()
}

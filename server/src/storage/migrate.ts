import { type Kysely, sql } from "kysely"
import { baselineName } from "./baseline/index.ts"
import type { Database } from "./database.ts"
import { migrations } from "./migrations.ts"

/** The id of the lock for migrations, used for nothing else. Servers that start together wait for it. */
const lockId = 7_283_155

/**
 * Runs missing migrations in one transaction: a killed start changes nothing, and one of two starts runs them. Returns
 * their names. @throws Error for a newer database, or one of a development version with another schema.
 */
export function migrate(database: Pick<Database, "dialect" | "migration">, known = migrations): Promise<string[]> {
  return database.migration(async (transaction) => {
    const db = transaction as unknown as Kysely<{ migrations: { name: string } }>
    if (database.dialect === "postgres") await sql`select pg_advisory_xact_lock(${sql.lit(lockId)})`.execute(db)
    await db.schema
      .createTable("migrations")
      .ifNotExists()
      .addColumn("name", "text", (column) => column.primaryKey())
      .execute()

    const done = new Set((await db.selectFrom("migrations").select("name").execute()).map(({ name }) => name))
    if (done.size > 0 && !done.has(baselineName)) throw ofAnotherSchema()
    const unknown = [...done].filter((name) => !Object.hasOwn(known, name))
    if (unknown.length > 0) {
      throw new Error(`The database was made by a newer version (it has ${unknown.join(", ")}). Install that version.`)
    }

    const missing = Object.entries(known).filter(([name]) => !done.has(name))
    for (const [name, up] of missing) {
      await up(db as unknown as Kysely<unknown>)
      await db.insertInto("migrations").values({ name }).execute()
    }
    return missing.map(([name]) => name)
  })
}

const ofAnotherSchema = () =>
  new Error(
    "A development version with another schema made this database. Nothing was changed. Install that version, take a backup with `npm run backup -- <folder>`, and restore it with this version into an empty database: `npm run restore -- <folder>`.",
  )

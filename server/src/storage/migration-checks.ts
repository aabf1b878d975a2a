import { sql } from "kysely"
import { baselineName } from "./baseline/index.ts"
import type { Database } from "./database.ts"
import { type Migrations, migrations } from "./migrations.ts"

/** A migration that ran in this database. */
export interface MigrationRow {
  readonly name: string
  /** Programs whose newest migration has a lower number cannot run on the schema. */
  readonly breaks_below: number | null
}

/** The known migrations that have not run. @throws Error for a schema on which this program cannot run. */
export function missingMigrations(rows: readonly MigrationRow[], known: Migrations): string[] {
  const done = new Set(rows.map(({ name }) => name))
  if (done.size > 0 && !done.has(baselineName)) throw ofAnotherSchema()
  const own = Math.max(...Object.keys(known).map(numberOf))
  const unknown = rows.filter(({ name }) => !Object.hasOwn(known, name))
  const breaking = unknown.filter(({ breaks_below }) => breaks_below !== null && own < breaks_below)
  if (breaking.length > 0) throw tooOld(breaking.map(({ name }) => name))
  return Object.keys(known).filter((name) => !done.has(name))
}

/** @throws Error where migrations are missing, or this program cannot run on the schema. It changes nothing. */
export async function checkMigrated(database: Database, known = migrations): Promise<void> {
  const { missing } = await listMigrations(database, known)
  if (missing.length > 0) throw notMigrated(missing)
}

/** Lists the migrations that ran and the missing ones. @throws Error for a schema on which this program cannot run. */
export async function listMigrations({ dialect, read }: Database, known = migrations) {
  const isThere = dialect === "postgres" ? isThereOnPostgres : isThereOnSqlite
  const isNew = (await isThere.execute(read)).rows.length === 0
  const rows = isNew ? [] : (await sql<MigrationRow>`select * from migrations`.execute(read)).rows
  return { missing: missingMigrations(rows, known), done: rows.map(({ name }) => name).sort() }
}

const isThereOnPostgres = sql`select 1 where to_regclass('migrations') is not null`
const isThereOnSqlite = sql`select 1 from sqlite_master where name = 'migrations'`

/** The number at the beginning of a migration's name. */
const numberOf = (name: string) => Number.parseInt(name, 10)

const ofAnotherSchema = () =>
  new Error(
    "A development version with another schema made this database. Nothing was changed. Install that version, take a backup with `npm run backup -- <folder>`, and restore it with this version into an empty database: `npm run restore -- <folder>`.",
  )

const tooOld = (names: readonly string[]) =>
  new Error(
    `A newer version changed the database in a way that this version cannot run on (${names.join(", ")}). Nothing was changed. Start the newer version; to return to this one, restore a backup that was taken before the upgrade.`,
  )

const notMigrated = (names: readonly string[]) =>
  new Error(
    `The database lacks ${names.join(", ")}, and SVC_MIGRATE=never. Run \`npm run migrate\` with the service's settings, then start again.`,
  )

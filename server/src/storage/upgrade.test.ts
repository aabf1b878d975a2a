import assert from "node:assert/strict"
import { type Kysely, sql } from "kysely"
import { readSettings } from "#config/settings.ts"
import { openApp } from "#start/app.ts"
import { fillEmptyDatabase } from "#start/demo/demo-data.ts"
import { dumpOf } from "#test/support/databases/dump.ts"
import { schemaOf } from "#test/support/databases/schema-of.ts"
import {
  type DatabaseKind,
  emptyDatabaseUrl,
  migratedDatabaseUrl,
  onBothDatabases,
  openDatabase,
  temporaryFolder,
} from "#test/support/databases/test-databases.ts"
import { silentLog } from "#test/support/worlds/world.ts"
import { baselineName } from "./baseline/index.ts"
import type { Database } from "./database.ts"
import { the32 } from "./earlier-schema.ts"
import { migrate } from "./migrate.ts"
import { migrations } from "./migrations.ts"

/** A release after the present one: it adds a table, a column with a default, and an index. */
const next = {
  ...migrations,
  "0099-next": async (db: Kysely<unknown>) => {
    await sql`create table badges (id text not null primary key, offer_id text references offers (id))`.execute(db)
    await sql`alter table offers add column badge text not null default 'new'`.execute(db)
    await sql`create index offers_badge on offers (badge)`.execute(db)
  },
}

onBothDatabases(
  "a database of this release gets the schema of the next release, and keeps its rows",
  async (t, kind) => {
    const url = await emptyDatabaseUrl(t, kind)
    const settings = readSettings({ SVC_DATA_DIR: temporaryFolder(t), SVC_DATABASE_URL: url })
    const app = await openApp(settings, silentLog)
    await migrate(app.database)
    await fillEmptyDatabase(app)
    const rows = await dumpOf(app.database, /^(migrations|offers|doc_words.*)$/)
    const offers = await app.database.read.selectFrom("offers").selectAll().execute()
    await app.close()

    const database = openDatabase(t, url)
    assert.deepEqual(await migrate(database, next), ["0099-next"])
    assert.ok(offers.length > 0)
    assert.equal(await dumpOf(database, /^(migrations|offers|badges|doc_words.*)$/), rows)
    const now = await database.read.selectFrom("offers").selectAll().execute()
    assert.deepEqual(
      now,
      offers.map((offer) => ({ ...offer, badge: "new" })),
    )
    const fresh = openDatabase(t, await emptyDatabaseUrl(t, kind))
    assert.deepEqual(await migrate(fresh, next), [baselineName, "0099-next"])
    assert.deepEqual(await schemaOf(database), await schemaOf(fresh))
  },
)

/** A database of development versions that had 32 migrations. */
async function databaseOfThe32(t: Parameters<typeof migratedDatabaseUrl>[0], kind: DatabaseKind): Promise<Database> {
  const database = openDatabase(t, await migratedDatabaseUrl(t, kind))
  await database.transaction(async (db) => {
    await db.insertInto("accounts").values({ id: "a", email: "ada@example.com", name: null, created_at: 1 }).execute()
    await setMigrations(db as unknown as Kysely<unknown>, the32)
    if (kind === "sqlite") return
    await sql`alter table domains rename constraint domains_workspace_id_fkey to domains_workspace_id_fkey1`.execute(db)
    await sql`alter table link_days rename constraint link_days_link_id_fkey to link_days_of_countries_link_id_fkey`.execute(
      db,
    )
  })
  return database
}

async function setMigrations(db: Kysely<unknown>, names: readonly string[]): Promise<void> {
  await sql`delete from migrations`.execute(db)
  for (const name of names) await sql`insert into migrations (name) values (${name})`.execute(db)
}

async function migrationsOf({ read }: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(read)
  return rows.map(({ name }) => name)
}

onBothDatabases(
  "a database of the 32 migrations with the present schema is marked as one of the baseline",
  async (t, kind) => {
    const complete = await schemaOf(openDatabase(t, await migratedDatabaseUrl(t, kind)))
    const database = await databaseOfThe32(t, kind)
    assert.deepEqual(await migrate(database), [])
    assert.deepEqual(await migrationsOf(database), [baselineName])
    assert.deepEqual(await schemaOf(database), complete)
    assert.equal((await database.read.selectFrom("accounts").selectAll().execute()).length, 1)
  },
)

const changes: Record<string, (db: Kysely<unknown>) => Promise<unknown>> = {
  "31 of the 32 migrations": (db) => setMigrations(db, the32.slice(0, 31)),
  "the 32 migrations and without a column": (db) => sql`alter table offers drop column tax_line`.execute(db),
  "the 32 migrations and without an index": (db) => sql`drop index offers_workspace`.execute(db),
  "the 32 migrations and one more": (db) => setMigrations(db, [...the32, "9999-future"]),
  "a made-up one among the 32 migrations": (db) => setMigrations(db, the32.with(4, "0005-made-up")),
  "the 32 migrations and an index that is not unique": async (db) => {
    await sql`drop index payment_accounts_active`.execute(db)
    await sql`create index payment_accounts_active on payment_accounts (workspace_id)
      where webhook_secret_sealed is not null and disabled_at is null`.execute(db)
  },
  "another baseline": (db) => setMigrations(db, ["0001-initial-00000000"]),
}

for (const [what, change] of Object.entries(changes)) {
  onBothDatabases(`a database with ${what} stops the start with instructions, and stays unchanged`, async (t, kind) => {
    const database = await databaseOfThe32(t, kind)
    await database.transaction((db) => change(db as unknown as Kysely<unknown>))
    const before = [await schemaOf(database), await migrationsOf(database)]
    await assert.rejects(migrate(database), /Nothing was changed.*npm run backup.*npm run restore/)
    assert.deepEqual([await schemaOf(database), await migrationsOf(database)], before)
  })
}

import assert from "node:assert/strict"
import { type Kysely, sql } from "kysely"
import { readSettings } from "#config/settings.ts"
import { openApp } from "#start/app.ts"
import { fillEmptyDatabase } from "#start/demo/demo-data.ts"
import { dumpOf } from "#test/support/databases/dump.ts"
import { nextNames, nextRelease } from "#test/support/databases/next-release.ts"
import { schemaOf } from "#test/support/databases/schema-of.ts"
import {
  emptyDatabaseUrl,
  migratedDatabaseUrl,
  onBothDatabases,
  openDatabase,
  temporaryFolder,
} from "#test/support/databases/test-databases.ts"
import { silentLog } from "#test/support/worlds/world.ts"
import { baselineName } from "./baseline/index.ts"
import type { Database } from "./database.ts"
import { migrate } from "./migrate.ts"

onBothDatabases(
  "a database of this release gets the schema of the next release, and keeps its rows",
  async (t, kind) => {
    const url = await emptyDatabaseUrl(t, kind)
    const settings = readSettings({ SVC_DATA_DIR: temporaryFolder(t), SVC_DATABASE_URL: url })
    const app = await openApp(settings, silentLog)
    await migrate(app.database)
    await fillEmptyDatabase(app)
    const rows = await dumpOf(app.database, /^(migrations|offers|doc_words.*|link_pieces.*)$/)
    const offers = await app.database.read.selectFrom("offers").selectAll().execute()
    await app.close()

    const database = openDatabase(t, url)
    assert.deepEqual(await migrate(database, { known: nextRelease }), nextNames)
    assert.ok(offers.length > 0)
    assert.equal(await dumpOf(database, /^(migrations|offers|badges|doc_words.*|link_pieces.*)$/), rows)
    const now = await database.read.selectFrom("offers").selectAll().execute()
    assert.deepEqual(
      now,
      offers.map((offer) => ({ ...offer, badge: "new" })),
    )
    const fresh = openDatabase(t, await emptyDatabaseUrl(t, kind))
    assert.deepEqual(await migrate(fresh, { known: nextRelease }), [baselineName, ...nextNames])
    assert.deepEqual(await schemaOf(database), await schemaOf(fresh))
  },
)

async function setMigrations(db: Kysely<unknown>, names: readonly string[]): Promise<void> {
  await sql`delete from migrations`.execute(db)
  for (const name of names) await sql`insert into migrations (name) values (${name})`.execute(db)
}

async function migrationsOf({ read }: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(read)
  return rows.map(({ name }) => name)
}

const others = { "another baseline": ["0001-initial-00000000"], "earlier migrations": ["0001-people", "0002-handover"] }

for (const [what, names] of Object.entries(others)) {
  onBothDatabases(`a database with ${what} stops the start with instructions, and stays unchanged`, async (t, kind) => {
    const database = openDatabase(t, await migratedDatabaseUrl(t, kind))
    await database.transaction((db) => setMigrations(db as unknown as Kysely<unknown>, names))
    const before = await schemaOf(database)
    await assert.rejects(migrate(database), /Nothing was changed.*npm run backup.*npm run restore/)
    assert.deepEqual([await schemaOf(database), await migrationsOf(database)], [before, names])
  })
}

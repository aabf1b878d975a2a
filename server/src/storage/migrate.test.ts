import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { setImmediate } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { type Kysely, sql } from "kysely"
import {
  connect,
  emptyDatabaseUrl,
  migratedDatabaseUrl,
  onBothDatabases,
  openDatabase,
} from "#test/support/databases.ts"
import { schemaOf } from "#test/support/schema-of.ts"
import type { Database } from "./database.ts"
import { migrate } from "./migrate.ts"
import { migrations } from "./migrations/index.ts"

// A process that was killed leaves nothing in the cache; the first test's do, and all later ones start twice as fast.
const env = {
  ...process.env,
  NODE_COMPILE_CACHE: fileURLToPath(new URL("../../../node_modules/.cache/atelier", import.meta.url)),
}
const program = fileURLToPath(import.meta.resolve("#test/support/migrate-process.ts"))

/** Starts a process that migrates; answers how it ended and what it printed. */
function start(...args: string[]): Promise<{ signal: string | null; code: number; output: string; errors: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, output, errors) => {
      resolve({ signal: error?.signal ?? null, code: Number(error?.code ?? 0), output: output.trim(), errors })
    })
  })
}

/** What a dead process left: once PostgreSQL has noticed its death, and has finished or undone what it was at. */
async function schemaLeftIn(url: string): Promise<string[]> {
  const database = connect(url)
  try {
    while (database.dialect === "postgres" && (await othersIn(database)) > 0) await setImmediate()
    return await schemaOf(database)
  } finally {
    await database.close()
  }
}

async function othersIn({ read }: Database): Promise<number> {
  const others = sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
  return (await others.execute(read)).rows[0]?.count ?? 0
}

onBothDatabases("two processes that start at once run each migration once", async (t, kind) => {
  const url = await emptyDatabaseUrl(t, kind)
  const ended = await Promise.all([start(url), start(url)])

  for (const { code, errors } of ended) assert.equal(code, 0, errors)
  const ran = ended.map(({ output }) => output).sort()
  assert.deepEqual(ran, ["", Object.keys(migrations).join(" ")])
})

onBothDatabases(
  "a SIGKILL at any statement leaves all or nothing, and the next start completes it",
  async (t, kind) => {
    const url = await emptyDatabaseUrl(t, kind)
    const complete = await schemaOf(openDatabase(t, await migratedDatabaseUrl(t, kind)))
    const seen: string[] = []

    let deaths = 0
    for (; ; deaths += 1) {
      const { signal, code, errors } = await start(url, String(deaths))
      if (signal === null) {
        assert.equal(code, 0, errors)
        break
      }
      assert.equal(signal, "SIGKILL")
      const schema = await schemaLeftIn(url)
      if (schema.length > 0) assert.deepEqual(schema, complete)
      seen.push(schema.length > 0 ? "all" : "nothing")
    }

    assert.ok(deaths > 20, `it was killed at ${deaths} places`)
    assert.equal(seen[0], "nothing")
    assert.deepEqual(seen, seen.toSorted().reverse(), "once it is there, it stays")
    const database = openDatabase(t, url)
    await migrate(database)
    assert.deepEqual(await schemaOf(database), complete)
  },
)

onBothDatabases("a database from a newer version is refused and left alone", async (t, kind) => {
  const database = openDatabase(t, await migratedDatabaseUrl(t, kind))
  await database.transaction((db) => sql`insert into migrations (name) values ('9999-future')`.execute(db))
  const before = await schemaOf(database)

  await assert.rejects(migrate(database), /made by a newer version \(it has 9999-future\)/)
  assert.deepEqual(await schemaOf(database), before)
})

onBothDatabases("a migration that fails takes those before it back", async (t, kind) => {
  const database = openDatabase(t, await emptyDatabaseUrl(t, kind))
  const broken = async (db: Kysely<unknown>) => {
    await sql`create table half (id text)`.execute(db)
    await sql`create table half (id text)`.execute(db)
  }

  await assert.rejects(migrate(database, { ...migrations, "9999-broken": broken }), /half/)
  assert.deepEqual(await schemaOf(database), [])
})

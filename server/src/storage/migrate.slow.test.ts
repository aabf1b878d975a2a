import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { setImmediate } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { type Kysely, sql } from "kysely"
import { nextRelease } from "#test/support/databases/next-release.ts"
import { schemaOf } from "#test/support/databases/schema-of.ts"
import {
  connect,
  emptyDatabaseUrl,
  migratedDatabaseUrl,
  onBothDatabases,
  openDatabase,
} from "#test/support/databases/test-databases.ts"
import { compileCache } from "#test/support/databases/test-run.ts"
import { bundle } from "#test/support/processes/bundle.ts"
import type { Database } from "./database.ts"
import { migrate } from "./migrate.ts"
import { migrations } from "./migrations.ts"

// A killed process writes no compile cache. The first test fills the cache, so later starts take half the time.
const env = { ...process.env, NODE_COMPILE_CACHE: compileCache }
const program = await bundle(fileURLToPath(import.meta.resolve("#test/support/processes/migrate-process.ts")))

interface Ended {
  signal: string | null
  code: number
  /** The migrations that ran, separated by spaces. */
  ran: string
  /** How many statements it sent. */
  statements: number
  errors: string
}

/** Starts a process that migrates; answers how it ended and what it printed. */
function start(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, output, errors) => {
      const [ran = "", statements] = output.split("\n")
      const [signal, code] = [error?.signal ?? null, Number(error?.code ?? 0)]
      resolve({ signal, code, ran, statements: Number(statements), errors })
    })
  })
}

/** Returns the schema that a dead process left. Waits until PostgreSQL has ended the process's session. */
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
  const ran = ended.map(({ ran }) => ran).sort()
  assert.deepEqual(ran, ["", Object.keys(migrations).join(" ")])
})

/** How many statements a test kills the process at; `npm run soak` asks for all of them. */
const kills = process.env.MIGRATION_KILLS ?? "3"

/** The first statement, the last one, and a random choice of `kills` statements between them. */
function placesOf(statements: number): number[] {
  const all = Array.from({ length: statements }, (_, n) => n)
  if (kills === "all") return all
  const between = all.slice(1, -1).map((place) => ({ place, turn: Math.random() }))
  const chosen = between.sort((a, b) => a.turn - b.turn).slice(0, Number(kills))
  return [0, ...chosen.map(({ place }) => place).sort((a, b) => a - b), statements - 1]
}

onBothDatabases(
  "a SIGKILL at any statement leaves all tables or none; the next start completes it",
  async (t, kind) => {
    const complete = await schemaOf(openDatabase(t, await migratedDatabaseUrl(t, kind)))
    const { statements, errors } = await start(await emptyDatabaseUrl(t, kind))
    assert.ok(statements > 100, errors)
    const places = placesOf(statements)
    t.diagnostic(`killed at ${places.join(", ")} of ${statements}`)

    let url = await emptyDatabaseUrl(t, kind)
    let last = url
    const seen: string[] = []
    for (const place of places) {
      last = url
      const { signal, errors } = await start(url, "present", String(place))
      assert.equal(signal, "SIGKILL", `at ${place}: ${errors}`)
      const schema = await schemaLeftIn(url)
      if (schema.length > 0) assert.deepEqual(schema, complete, `at ${place}`)
      seen.push(schema.length > 0 ? "all" : "nothing")
      if (schema.length > 0) url = await emptyDatabaseUrl(t, kind) // so that the next process reaches its statement
    }

    assert.equal(seen[0], "nothing")
    assert.deepEqual(seen, seen.toSorted().reverse(), "once it has committed, it is there")
    const database = openDatabase(t, last)
    await migrate(database)
    assert.deepEqual(await schemaOf(database), complete)
  },
)

onBothDatabases("a SIGKILL at any statement of an upgrade leaves each migration done or not begun", async (t, kind) => {
  const complete = openDatabase(t, await migratedDatabaseUrl(t, kind))
  await migrate(complete, { known: nextRelease })
  const { statements, errors } = await start(await migratedDatabaseUrl(t, kind), "next")
  assert.ok(statements > 10, errors)

  const seen: string[] = []
  for (const place of placesOf(statements)) {
    const url = await migratedDatabaseUrl(t, kind)
    const { signal, errors } = await start(url, "next", String(place))
    assert.equal(signal, "SIGKILL", `at ${place}: ${errors}`)
    const schema = (await schemaLeftIn(url)).join()
    seen.push(schema.includes("offers_badge") ? "index" : schema.includes("badges") ? "column" : "")
    const database = openDatabase(t, url)
    await migrate(database, { known: nextRelease })
    assert.deepEqual(await schemaOf(database), await schemaOf(complete), `at ${place}`)
    assert.equal(await invalidIndexes(database), 0)
  }
  assert.equal(seen[0], "")
  assert.deepEqual(seen, seen.toSorted(order), "once a migration has committed, it is there")
  t.diagnostic(seen.join())
})

const states = ["", "column", "index"]
const order = (one: string, other: string) => states.indexOf(one) - states.indexOf(other)

async function invalidIndexes({ dialect, read }: Database): Promise<number> {
  if (dialect === "sqlite") return 0
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_index where not indisvalid`.execute(
    read,
  )
  return rows[0]?.count ?? 0
}

onBothDatabases("an older program starts on a newer schema, unless a migration breaks it", async (t, kind) => {
  const database = openDatabase(t, await migratedDatabaseUrl(t, kind))
  await migrate(database, { known: nextRelease })
  assert.deepEqual(await migrate(database), [])

  const contracting = { "0100-contracting": { up: async () => {}, breaksBelow: 98 } }
  await migrate(database, { known: { ...nextRelease, ...contracting } })
  assert.deepEqual(await migrate(database, { known: nextRelease }), [])
  const before = await schemaOf(database)
  await assert.rejects(
    migrate(database),
    /this version cannot run on \(0100-contracting\).*Start the newer version.*backup.*before the upgrade/,
  )
  assert.deepEqual(await schemaOf(database), before)
})

onBothDatabases("a failing migration undoes itself, and keeps the migrations before it", async (t, kind) => {
  const database = openDatabase(t, await migratedDatabaseUrl(t, kind))
  const broken = {
    async up(db: Kysely<unknown>) {
      await sql`create table half (id text)`.execute(db)
      await sql`create table half (id text)`.execute(db)
    },
  }

  await assert.rejects(migrate(database, { known: { ...nextRelease, "0100-broken": broken } }), /half/)
  const complete = openDatabase(t, await migratedDatabaseUrl(t, kind))
  await migrate(complete, { known: nextRelease })
  assert.deepEqual(await schemaOf(database), await schemaOf(complete))
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { sql } from "kysely"
import { pgbouncer, skipWithoutPgbouncer } from "#test/support/databases/pgbouncer.ts"
import { atEnd, migratedDatabaseUrl, onPostgres, openDatabase } from "#test/support/databases/test-databases.ts"
import { endConnections } from "#test/support/databases/test-run.ts"
import type { Database, WriteDb } from "../database.ts"
import { openPostgres } from "./index.ts"
import { otherConnections } from "./limits.ts"

interface Limit {
  name: string
  setting: string
  source: string
}

/** The time limits on a connection for requests, on one of `apart`, and on one for a migration. */
async function limitsOf({ read, apart }: Database): Promise<Limit[]> {
  const query = sql<Limit>`select name, setting, source from pg_settings
    where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name desc`
  const answers = await Promise.all([query.execute(read), query.execute(apart.read)])
  return answers.flatMap(({ rows }) => rows)
}

onPostgres(
  "the role has the time limits, and no session sets any, so they hold on every connection of a pooler",
  async (t) => {
    const url = await migratedDatabaseUrl(t, "postgres")
    let unlimited = 0
    const before = openPostgres(url, { onError: () => {}, onUnlimited: () => (unlimited += 1) })
    t.after(() => before.close())
    await before.checkWritable()
    assert.equal(unlimited, 1, "a connection without limits is reported")

    assert.match(String(await before.checkServer(1)), /have no time limits/)
    assert.match(String(await before.checkServer(1)), /have no time limits/, "a check sets none")
    assert.deepEqual(await before.prepareServer(1), [])
    const after = openPostgres(url, { onError: () => {}, onUnlimited: () => assert.fail("It has limits.") })
    t.after(() => after.close())
    const own = [
      { name: "statement_timeout", setting: "9000", source: "database user" },
      { name: "idle_in_transaction_session_timeout", setting: "15000", source: "database user" },
    ]
    assert.deepEqual(await limitsOf(after), [...own, ...own])
    assert.deepEqual(
      await Promise.all([after.prepareServer(1), after.prepareServer(1)]),
      [[], []],
      "a second start changes nothing",
    )
  },
)

test("deadlines hold on every connection of PgBouncer in transaction mode", {
  skip: skipWithoutPgbouncer,
}, async (t) => {
  const direct = await migratedDatabaseUrl(t, "postgres")
  const pooled = (await pgbouncer(t, direct))(direct)
  const database = openPostgres(pooled, { onError: () => {}, directUrl: direct })
  atEnd(t, () => database.close())
  await database.checkWritable()
  const [stale = ""] = await database.prepareServer(1)
  assert.match(stale, /have a pooler reopen its connections/, "its connection is older than the limits")
  await endConnections(new URL(direct).pathname.slice(1))
  assert.deepEqual(await database.prepareServer(1), [])
  const limits = await Promise.all(Array.from({ length: 20 }, () => database.transaction((db) => limitsIn(db))))
  for (const found of limits) assert.deepEqual(found, ["9000", "15000"])
})

async function limitsIn(db: WriteDb): Promise<string[]> {
  const { rows } = await sql<Limit>`select name, setting, pg_sleep(0.05) from pg_settings
    where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name desc`.execute(db)
  return rows.map(({ setting }) => setting)
}

onPostgres("stricter limits of an operator stay, and without any, the start says what to run", async (t) => {
  const url = await migratedDatabaseUrl(t, "postgres")
  const strict = openDatabase(t, url)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(strict.read)
  const name = rows[0]?.name ?? ""
  await strict.transaction(async (db) => {
    await sql`alter role current_user in database ${sql.id(name)} set statement_timeout = '4s'`.execute(db)
    await sql`alter role current_user in database ${sql.id(name)} set idle_in_transaction_session_timeout = '6s'`.execute(
      db,
    )
  })
  assert.deepEqual(await strict.prepareServer(1), [])

  const stale = new URL(url) // like a connection that a pooler opened before the role had limits
  stale.searchParams.set("options", "-c statement_timeout=0")
  const [warning = ""] = await openDatabase(t, stale.href).prepareServer(1)
  assert.match(warning, new RegExp(`alter role "?postgres"? in database "?${name}"? set statement_timeout = '9s'; `))
  assert.match(warning, /have a pooler reopen its connections/)
})

onPostgres(
  "the start warns when all processes together may open more connections than the server allows",
  async (t) => {
    const database = openPostgres(await migratedDatabaseUrl(t, "postgres"), { onError: () => {}, size: 10 })
    t.after(() => database.close())
    const { rows } = await sql<{ most: number }>`select current_setting('max_connections')::int
    - current_setting('superuser_reserved_connections')::int
    - coalesce(current_setting('reserved_connections', true)::int, 0) as most`.execute(database.read)
    const most = rows[0]?.most ?? 0
    const fitting = Math.floor(most / (10 + otherConnections))
    assert.deepEqual(await database.prepareServer(fitting), [])
    const [warning] = await database.prepareServer(fitting + 1)
    const wanted = (fitting + 1) * (10 + otherConnections)
    assert.equal(
      warning,
      `${fitting + 1} processes (SVC_PROCESSES) may open ${wanted} connections to PostgreSQL, which allows ${most}. Lower SVC_DATABASE_POOL, or raise max_connections.`,
    )
  },
)

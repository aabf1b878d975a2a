import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import { sql } from "kysely"
import { nextNames, nextRelease } from "#test/support/databases/next-release.ts"
import { openPostgresClient } from "#test/support/databases/postgres-client.ts"
import { atEnd, migratedDatabaseUrl, onPostgres, openDatabase } from "#test/support/databases/test-databases.ts"
import { migrate } from "./migrate.ts"

/** Holds `ACCESS SHARE` on a table until `end`, as `pg_dump` does on all tables. */
async function openDump(t: TestContext, url: string, table: string) {
  const client = await openPostgresClient(url)
  atEnd(t, () => client.end())
  await client.query(`begin; lock table ${table} in access share mode`)
  return { end: () => client.query("commit") }
}

/** A clock that only `pause` moves, and what `pause` and the log got. */
function waiting(atPause: () => Promise<unknown>) {
  let now = 0
  const pauses: number[] = []
  const lines: string[] = []
  return {
    pauses,
    lines,
    now: () => now,
    async pause(ms: number) {
      now += ms
      pauses.push(ms)
      await atPause()
    },
    log: { warn: (_: object, message: string) => lines.push(message) },
  }
}

onPostgres("a migration that waits for an open dump does not block reads, and runs once the dump ends", async (t) => {
  const url = await migratedDatabaseUrl(t, "postgres")
  const database = openDatabase(t, url)
  const dump = await openDump(t, url, "offers")
  const limits: string[] = []
  const known = {
    ...nextRelease,
    "0097-limit": {
      async up(db: Parameters<(typeof nextRelease)[string]["up"]>[0]) {
        const { rows } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(db)
        limits.push(...rows.map(({ lock_timeout }) => lock_timeout))
      },
    },
  }
  const reader = openDatabase(t, url)
  const events: string[] = []
  const read = async () => {
    await reader.read.selectFrom("offers").select("id").execute()
    events.push("read")
  }
  const host = waiting(async () => {
    events.push("retry")
    if (host.pauses.length === 1) return read() // between two tries
    await queued
    events.push("the dump ends")
    await dump.end()
  })
  // This read begins while the migration waits for the table, so PostgreSQL queues it behind the migration.
  const queued = untilQueued(t, url).then(read)
  const ran = await migrate(database, { known, ...host })

  assert.deepEqual(limits, ["2s"])
  assert.deepEqual(ran.toSorted(), ["0097-limit", ...nextNames].toSorted())
  assert.deepEqual(host.pauses, [5_000, 5_000])
  assert.equal(host.lines.length, 2)
  assert.deepEqual(events.toSorted(), ["read", "read", "retry", "retry", "the dump ends"])
  assert.equal(events.at(-1), "the dump ends")
})

/** Waits until a statement of this database waits for a table's lock. */
async function untilQueued(t: TestContext, url: string): Promise<void> {
  const client = await openPostgresClient(url)
  atEnd(t, () => client.end())
  for (;;) {
    const { rows } = await client.query(
      `select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock'
        and database = (select oid from pg_database where datname = current_database())`,
    )
    if (rows.length > 0) return
  }
}

onPostgres("after ten minutes of waiting for a table the start ends with instructions", async (t) => {
  const url = await migratedDatabaseUrl(t, "postgres")
  const database = openDatabase(t, url)
  const dump = await openDump(t, url, "offers")
  const host = waiting(async () => {})
  const minutes = { ...host, now: () => host.pauses.length * 10 * 60_000 } // one pause takes ten minutes
  await assert.rejects(
    migrate(database, { known: nextRelease, ...minutes }),
    /could not lock a table.*changed nothing.*Start again/,
  )
  assert.equal(host.pauses.length, 1)
  await dump.end()
  assert.deepEqual(await migrate(database, { known: nextRelease }), nextNames)
})

onPostgres("a start waits while another process migrates, for ten minutes", async (t) => {
  const url = await migratedDatabaseUrl(t, "postgres")
  const database = openDatabase(t, url)
  const other = await openPostgresClient(url)
  atEnd(t, () => other.end())
  await other.query("select pg_advisory_lock(7283155)")
  const host = waiting(async () => {})
  await assert.rejects(migrate(database, host), /Another process has run migrations for ten minutes.*Start again/)
  assert.deepEqual([new Set(host.pauses), host.lines], [new Set([250]), []])
  await other.query("select pg_advisory_unlock(7283155)")
  assert.deepEqual(await migrate(database), [])
})

onPostgres("two processes build an index concurrently once, and the second waits without a snapshot", async (t) => {
  const url = await migratedDatabaseUrl(t, "postgres")
  const both = [openDatabase(t, url), openDatabase(t, url)]
  const ran = await Promise.all(both.map((database) => migrate(database, { known: nextRelease })))
  assert.deepEqual(ran.flat().toSorted(), nextNames)
})

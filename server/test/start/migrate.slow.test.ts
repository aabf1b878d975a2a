import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import type { TestContext } from "node:test"
import { handbook } from "#test/support/basics/handbook.ts"
import { openPostgresClient } from "#test/support/databases/postgres-client.ts"
import {
  atEnd,
  emptyDatabaseUrl,
  onBothDatabases,
  onPostgres,
  temporaryFolder,
} from "#test/support/databases/test-databases.ts"
import { serverProgram, startServer } from "#test/support/processes/server-process.ts"
import { runScript } from "#test/support/worlds/backup-world.ts"

/** Runs the handbook's command. Returns what it printed. */
async function runMigrate(settings: Record<string, string>): Promise<string> {
  return (await runScript(handbook("npm run migrate"), settings)).said
}

onBothDatabases(
  "with SVC_MIGRATE=never a start on an older schema is refused until the command ran",
  async (t, kind) => {
    const settings = {
      SVC_DATABASE_URL: await emptyDatabaseUrl(t, kind),
      SVC_DATA_DIR: temporaryFolder(t),
      SVC_MIGRATE: "never",
    }
    await assert.rejects(
      startServer(t, settings),
      /lacks 0001-initial-\w+, and SVC_MIGRATE=never. Run `npm run migrate`/,
    )
    assert.match(await runMigrate(settings), /^Brought the database up to date: 0001-initial-\w+\.\n$/)
    assert.equal(await runMigrate(settings), "The database is up to date.\n")
    await startServer(t, settings)
  },
)

onPostgres("the command uses the direct address of the database", async (t) => {
  const settings = { SVC_DATABASE_URL: "postgres://127.0.0.1:1/pooler", SVC_DATA_DIR: temporaryFolder(t) }
  const direct = { ...settings, SVC_DATABASE_DIRECT_URL: await emptyDatabaseUrl(t, "postgres") }
  assert.match(await runMigrate(direct), /^Brought the database up to date/)
  assert.match(await runMigrate(settings), /database/)
})

onPostgres("a signal ends a start that waits for another process's migrations", async (t) => {
  const url = await emptyDatabaseUrl(t, "postgres")
  const other = await openPostgresClient(url)
  atEnd(t, () => other.end())
  await other.query("select pg_advisory_lock(7283155)")
  const waiting = spawnServer(t, { SVC_DATABASE_URL: url })
  const ended = once(waiting, "exit")
  const looks = "select 1 from pg_stat_activity where datname = current_database() and query like '%pg_try_advisory%'"
  while ((await other.query(`${looks} and pid <> pg_backend_pid()`)).rows.length === 0) {
    assert.equal(waiting.exitCode, null)
  }
  waiting.kill("SIGTERM")
  assert.deepEqual(await ended, [0, null])
})

function spawnServer(t: TestContext, settings: Record<string, string>) {
  const env = { PATH: process.env.PATH, SVC_PORT: "0", ...settings }
  const server = spawn(process.execPath, [serverProgram], { cwd: temporaryFolder(t), env, stdio: "ignore" })
  atEnd(t, () => void server.kill("SIGKILL"))
  return server
}

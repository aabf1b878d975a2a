import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { test } from "node:test"
import { Client } from "pg"
import { until } from "#test/support/basics/until.ts"
import { pgbouncer, pgbouncerProcess, skipWithoutPgbouncer } from "#test/support/databases/pgbouncer.ts"
import { migratedDatabaseUrl, openDatabase } from "#test/support/databases/test-databases.ts"
import { asChild, postgresUrlOf } from "#test/support/databases/test-run.ts"
import { openLoad } from "./database-load.ts"

const server = join(import.meta.dirname, "../..")

/** How often server connections or the pooler are ended; `npm run soak` sets more. */
const cuts = Number(process.env.POOLER_CUTS ?? 2)

/** Tests of storage, clicks, sessions, jobs and live changes; with kills of processes in `npm run soak`. */
const files = [
  ...(process.env.POOLER_CUTS
    ? [
        "test/faults/crash.slow.test.ts",
        "test/faults/clicks.slow.test.ts",
        "test/faults/docs.slow.test.ts",
        "test/faults/tool-calls.slow.test.ts",
      ]
    : []),
  "src/storage/database.test.ts",
  "src/domains/links/clicks/follow-link.test.ts",
  "src/domains/links/clicks/count-group.test.ts",
  "src/domains/accounts/sessions-in-use.test.ts",
  "src/domains/live/read-news.test.ts",
  "src/engines/jobs/worker.test.ts",
  "test/live/money.test.ts",
]

test("tests of storage, clicks, sessions, jobs and live changes pass through PgBouncer in transaction mode", {
  skip: skipWithoutPgbouncer,
}, async (t) => {
  const direct = postgresUrlOf("postgres")
  const { port } = new URL((await pgbouncer(t, direct))(direct))
  const { execArgv, env } = asChild
  const child = spawn(
    process.execPath,
    [...execArgv, "--test", "--test-isolation=none", "--test-name-pattern=postgres|operations", ...files],
    {
      cwd: server,
      env: { ...env, CI: "true", TEST_POSTGRES_POOLER: port },
      stdio: ["ignore", "pipe", "inherit"],
    },
  )
  const ended = new Promise((resolve) => child.once("exit", resolve))
  const output = await text(child.stdout)
  assert.equal(await ended, 0, output)
  t.diagnostic(/^ℹ pass \d+$/m.exec(output)?.[0] ?? "")
  assert.match(output, /^ℹ pass [1-9]\d+$/m)
})

const endHalf = `select pg_terminate_backend(pid) from (
    select pid, row_number() over (order by pid) as number from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
  ) as connections where number % 2 = $1`

test("behind PgBouncer, acknowledged rows are stored, although connections and the pooler are ended under load", {
  skip: skipWithoutPgbouncer,
}, async (t) => {
  const direct = await migratedDatabaseUrl(t, "postgres")
  const pooler = await pgbouncerProcess(t, direct)
  const truth = openDatabase(t, direct)
  const administrator = new Client(direct)
  administrator.on("error", () => {})
  await administrator.connect()
  t.after(() => administrator.end())
  const load = openLoad(openDatabase(t, pooler.pooled(direct)), 16)
  const progress = async () => {
    const before = load.committed()
    await until(async () => load.committed() >= before + 20, 30_000)
  }
  for (let cut = 0; cut < cuts; cut += 1) {
    await progress()
    if (cut % 2 === 0) await administrator.query(endHalf, [(cut / 2) % 2])
    else {
      await pooler.kill()
      await pooler.start()
    }
  }
  await progress()
  const { committed, ...wrong } = await load.end(truth)
  t.diagnostic(`${cuts} cuts, ${committed} transactions committed, ${JSON.stringify(wrong)}`)
  assert.deepEqual(wrong, { lost: 0, doubled: 0, ghosts: 0, strange: [] })
})

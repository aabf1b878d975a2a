import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { test } from "node:test"
import { pgbouncer, skipWithoutPgbouncer } from "#test/support/databases/pgbouncer.ts"
import { asChild, postgresUrlOf } from "#test/support/databases/test-run.ts"

const server = join(import.meta.dirname, "../..")

/** Tests of storage, clicks, sessions, jobs and live changes. */
const files = [
  "src/storage/database.test.ts",
  "src/domains/links/clicks/follow-link.test.ts",
  "src/domains/links/clicks/count-group.test.ts",
  "src/domains/accounts/sessions-in-use.test.ts",
  "src/domains/live/read-news.test.ts",
  "src/engines/jobs/worker.test.ts",
  "test/live/money.test.ts",
]

test("tests of storage, clicks, sessions, jobs and live changes pass through PgBouncer in transaction mode (operations 35)", {
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

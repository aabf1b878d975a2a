import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { Client } from "pg"
import { busContract, heardBy, openUp } from "#test/contracts/bus/contract.ts"
import { postgresFor } from "#test/contracts/bus/servers.ts"
import { until } from "#test/support/basics/until.ts"
import { pgbouncer, skipWithoutPgbouncer } from "#test/support/databases/pgbouncer.ts"
import { listeningLog, silentLog } from "#test/support/worlds/world.ts"
import { openPostgresBus } from "./postgres.ts"

async function open(t: TestContext) {
  const url = await postgresFor(t)
  return url === undefined ? undefined : openPostgresBus(url, silentLog)
}

busContract(open, { isShared: true })

test("a connection that the server ends does not end the process, and is reopened", async (t) => {
  const url = await postgresFor(t)
  const [one, other] = [await openUp(t, open), await openUp(t, open)]
  if (url === undefined || !one || !other) return
  let gaps = 0
  one.onGap(() => void gaps++)
  await ask(
    url,
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid != pg_backend_pid()",
  )
  await until(async () => gaps >= 1 && one.isUp() && other.isUp())
  const heard = heardBy(one, "docs")
  other.publish("docs", "doc:1")
  await until(async () => heard.length === 1)
})

test("other senders' messages on the channel are ignored", async (t) => {
  const url = await postgresFor(t)
  const bus = await openUp(t, open)
  if (url === undefined || !bus) return
  const heard = (["access", "changes", "docs"] as const).map((topic) => heardBy(bus, topic))
  for (const payload of [
    "",
    " ",
    "x",
    "a docs",
    "a docs ",
    "a nothing text",
    `a docs ${"x".repeat(7_000)}`,
    "__proto__ __proto__ x",
  ])
    await ask(url, "select pg_notify('atelier', $1)", [payload])
  await ask(url, "select pg_notify('atelier', 'elsewhere docs last')")
  await until(async () => heard[2]?.includes("last") === true)
  assert.deepEqual(heard, [[], [], ["last"]])
})

test("a bus behind a pooler is not up, and the log says what to set within 5 s", {
  skip: skipWithoutPgbouncer,
}, async (t) => {
  const url = await postgresFor(t)
  if (url === undefined) return
  const pooled = await pgbouncer(t, url)
  const { log, lines } = listeningLog()
  const began = performance.now()
  const bus = openPostgresBus(pooled(url), log)
  t.after(() => bus.close())
  await until(async () => lines.length > 0)
  assert.ok(performance.now() - began < 5_000)
  assert.equal(bus.isUp(), false)
  assert.match(String(lines[0]?.error), /A pooler is between .* Set SVC_DATABASE_DIRECT_URL/)
  assert.match(String(lines[0]?.msg), /each polls/)
})

async function ask(url: string, statement: string, parameters: unknown[] = []): Promise<void> {
  const client = new Client(url)
  await client.connect()
  await client.query(statement, parameters)
  await client.end()
}

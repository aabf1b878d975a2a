import assert from "node:assert/strict"
import { Agent } from "node:http"
import { type TestContext, test } from "node:test"
import { until } from "#test/support/basics/until.ts"
import { findPostgres, postgresProcess } from "#test/support/databases/postgres-process.ts"
import { postgresProxy } from "#test/support/databases/postgres-proxy.ts"
import { openDatabase } from "#test/support/databases/test-databases.ts"
import { startServer } from "#test/support/processes/server-process.ts"
import { cut, cuts } from "./database-faults.ts"
import { openServiceLoad, send } from "./service-load.ts"

const programs = findPostgres()
const skip =
  programs === undefined && process.env.CI !== "true" ? "PostgreSQL's initdb and postgres are not installed" : false

/** The real service on its own PostgreSQL, with a proxy between them. */
async function openGround(t: TestContext) {
  assert.ok(programs, "PostgreSQL's initdb and postgres are not installed")
  const postgres = await postgresProcess(t, programs)
  await postgres.start()
  const proxy = await postgresProxy(t, postgres.port)
  const rates = { SVC_RATE_WRITES: "1000000", SVC_RATE_READS: "1000000" }
  const server = await startServer(t, { SVC_DATABASE_URL: proxy.url, ...rates })
  return { postgres, proxy, server, truth: openDatabase(t, postgres.url) }
}

test(`the service survives ${cuts} failures of PostgreSQL under load, and stops without it`, {
  skip,
}, async (t) => {
  const { postgres, proxy, server, truth } = await openGround(t)
  const agent = new Agent()
  const load = await openServiceLoad(server.url, truth)
  const progress = async () => {
    const before = load.redirects()
    await until(async () => load.redirects() > before + 5)
  }
  const returns: number[] = []
  for (let n = 0; n < cuts; n += 1) {
    await progress()
    await cut(n, postgres, proxy)
    const [backAt, before] = [performance.now(), load.redirects()]
    await until(async () => load.redirects() > before)
    returns.push(performance.now() - backAt)
  }
  await progress()
  assert.equal((await send(agent, `${server.url}/api/health/ready`)).status, 200)
  const { lost, doubled, strange, ...figures } = await load.end(truth)
  const [median, worst] = [returns.sort((a, b) => a - b)[cuts >> 1] ?? 0, returns.at(-1) ?? 0].map(Math.round)
  t.diagnostic(
    `${cuts} cuts, ${JSON.stringify(figures)}, lost ${lost}, doubled ${doubled}, back within ${median} ms, at worst ${worst} ms`,
  )
  assert.deepEqual({ lost, doubled, strange }, { lost: 0, doubled: 0, strange: [] })
  assert.equal(server.process.exitCode, null, "it lives")
  // The speed is printed above. Other tests share the processor, so this only excludes a wait for a time-out.
  assert.ok(Number(median) < 10_000, "back to normal soon after the database's return")

  await proxy.refuse()
  const askReady = () => send(agent, `${server.url}/api/health/ready`)
  await until(async () => (await askReady()).status === 503) // a result is cached for half a second
  assert.equal((await askReady()).headers["retry-after"], "5")
  for (const path of ["/api/health", "/api/health/serving"])
    assert.equal((await send(agent, `${server.url}${path}`)).status, 200, path)
  const refused = await send(agent, `${server.url}/api/pay/demo`)
  assert.equal(refused.status, 503)
  assert.ok(Number(refused.headers["retry-after"]) >= 1)
  assert.equal(JSON.parse(refused.body).error.code, "internal_error")
  const stoppedAt = performance.now()
  server.process.kill("SIGTERM")
  assert.deepEqual(await server.ended, { code: 0, signal: null })
  assert.ok(performance.now() - stoppedAt < 10_000)
})

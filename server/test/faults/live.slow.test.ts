import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { type TestContext, test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "kysely"
import type { WriteDb } from "#storage/database.ts"
import { until } from "#test/support/basics/until.ts"
import { redisServer } from "#test/support/databases/redis-server.ts"
import { postgresAnswers } from "#test/support/databases/test-run.ts"
import { type Ground, liveGround } from "./live-ground.ts"
import type { LivePage } from "./live-page.ts"

/** `npm run soak` sets more. */
const rounds = Number(process.env.LIVE_ROUNDS ?? 1)
const changes = Number(process.env.LIVE_CHANGES ?? 120)
/** How many kills there are in each round. */
const killsARound = 2
const changesAKill = changes / (killsARound + 1)
const agents = 8
const pageCount = 6

const isPostgresMissing = process.env.CI !== "true" && !(await postgresAnswers()) && "PostgreSQL is not there"
const isRedisMissing =
  process.env.CI !== "true" && spawnSync("redis-server", ["--version"]).error !== undefined && "Redis is not installed"

/** Lets agents make links, each retried until it is confirmed, and kills servers meanwhile. */
async function changeUnderKills(ground: Ground): Promise<number> {
  let [made, begun, kills] = [0, 0, 0]
  const agent = async () => {
    while (begun < changes) {
      begun += 1
      const name = randomUUID()
      while (!(await ground.makeLink(name, Math.floor(Math.random() * ground.servers.length)))) await sleep(20)
      made += 1
    }
  }
  const killer = async () => {
    for (let due = changesAKill; due < changes; due += changesAKill) {
      while (made < due) await sleep(1)
      const at = Math.floor(Math.random() * ground.servers.length)
      await ground.kill(at)
      kills += 1
      await ground.start(at)
    }
  }
  await Promise.all([killer(), ...Array.from({ length: agents }, agent)])
  return kills
}

async function assertKnowTheTruth(ground: Ground, pages: readonly LivePage[]): Promise<void> {
  const began = performance.now()
  for (const page of pages) {
    await until(async () => {
      // Members are notified of an agent's writes a moment later, which is another change.
      const { shown, seq } = await ground.truth()
      return page.seq() === seq && page.shown() === shown
    })
    const { fetched, notified, opened, resets } = page.tally
    assert.ok(fetched <= notified + opened, "it asks after a notice, or when it comes back, and never by itself")
    assert.equal(resets, 0, "no number was lost")
  }
  // Other tests share the processor, so this only excludes the look of each 30 seconds.
  assert.ok(performance.now() - began < 20_000)
}

async function survive(t: TestContext, ground: Ground): Promise<void> {
  const pages = Array.from({ length: pageCount }, () => ground.open())
  await until(async () => pages.every((page) => page.seq() !== undefined))
  let kills = 0
  for (let round = 0; round < rounds; round += 1) {
    kills += await changeUnderKills(ground)
    await assertKnowTheTruth(ground, pages)
  }
  const sum = (name: keyof LivePage["tally"]) => pages.reduce((all, { tally }) => all + tally[name], 0)
  const { seq } = await ground.truth()
  t.diagnostic(
    `${rounds * changes} links, ${seq} changes, ${kills} kills; ${pageCount} pages: opened ${sum("opened")}, notified ${sum("notified")}, fetched ${sum("fetched")} times`,
  )
  assert.ok(seq >= rounds * changes)
  assert.equal(kills, killsARound * rounds)
}

test("pages know the truth after many changes under kills of their server (sqlite)", async (t) => {
  const ground = await liveGround(t, { kind: "sqlite", processes: 1 })
  await survive(t, ground)
  const [server] = ground.servers
  const began = performance.now()
  server?.process.kill("SIGTERM")
  assert.deepEqual(await server?.ended, { code: 0, signal: null }, "open streams do not keep it from ending")
  assert.ok(performance.now() - began < 8_000, "the longest wait for connections")
})

test("pages know the truth after many changes under kills of two processes (postgres)", {
  skip: isPostgresMissing,
}, async (t) => {
  const ground = await liveGround(t, { kind: "postgres", processes: 2 })
  await survive(t, ground)
  await acrossAnOutage(ground, { end: async () => endListening(ground), back: async () => {} })
})

test("pages know the truth after many changes under kills of two processes (postgres and redis)", {
  skip: isPostgresMissing || isRedisMissing,
}, async (t) => {
  const redis = await redisServer(t)
  await redis.start()
  const settings = { SVC_COUNTERS_URL: redis.url }
  const ground = await liveGround(t, { kind: "postgres", processes: 2, settings })
  await survive(t, ground)
  await acrossAnOutage(ground, { end: redis.stop, back: redis.start })
})

/** A process's changes while the bus is down reach the other process's pages after its return. */
async function acrossAnOutage(ground: Ground, bus: { end(): Promise<void>; back(): Promise<void> }): Promise<void> {
  const pages = [ground.open(0), ground.open(1)]
  await assertKnowTheTruth(ground, pages)
  await bus.end()
  assert.ok(await ground.makeLink(randomUUID(), 0))
  assert.ok(await ground.makeLink(randomUUID(), 1))
  await bus.back()
  await assertKnowTheTruth(ground, pages)
  await assertSignsOut(ground)
}

async function assertSignsOut(ground: Ground): Promise<void> {
  const { ms, last } = await ground.signOut(0)
  assert.deepEqual(last, { event: "end", id: undefined, data: { reason: "signed_out" } })
  assert.ok(ms < 20_000, `it took ${ms} ms`)
}

/** Ends the connections of the bus between processes. */
async function endListening({ database }: Ground): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like '%pg_notify%' and pid != pg_backend_pid()`.execute(
    database.read as WriteDb,
  )
}

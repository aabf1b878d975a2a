import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { type TestContext, test } from "node:test"
import type { Log } from "#kernel/log.ts"
import { counterContract } from "#test/contracts/counters/contract.ts"
import { redisAnswers, redisServer } from "#test/support/databases/redis-server.ts"
import type { Counters } from "./port.ts"
import { openRedisCounters } from "./redis.ts"

const silentLog: Log = { info() {}, warn() {}, error() {} }
const sharedUrl = process.env.TEST_REDIS_URL ?? "redis://127.0.0.1:6379"

counterContract(async (t) => {
  if (process.env.CI === "true" || (await redisAnswers(sharedUrl)))
    return openRedisCounters({ kind: "server", url: sharedUrl }, silentLog)
  t.skip(`Redis does not answer at ${sharedUrl}`)
  return undefined
})

/** A test with its own Redis server. Skipped where redis-server is missing, but never where CI=true. */
function withOwnRedis(name: string, run: (t: TestContext) => Promise<void>): void {
  const isMissing = process.env.CI !== "true" && spawnSync("redis-server", ["--version"]).error !== undefined
  test(name, { skip: isMissing && "redis-server is not installed" }, run)
}

async function opened(t: TestContext, url: string): Promise<{ counters: Counters; messages: string[] }> {
  const messages: string[] = []
  const note = (_: object, message: string) => void messages.push(message)
  const log: Log = { info: note, warn: note, error: note }
  const counters = await openRedisCounters({ kind: "server", url }, log)
  t.after(() => counters.close())
  return { counters, messages }
}

/** Sends hits until Redis counts again. */
async function hitUntilBack(counters: Counters, messages: string[]): Promise<void> {
  while (!messages.at(-1)?.startsWith("Redis is back")) {
    await counters.hit("back?", 60_000)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The time of so many hits together: a busy machine may stop this process during any of them. */
async function timeOf(hits: number, counters: Counters, key: string): Promise<number> {
  const begin = performance.now()
  for (let hit = 0; hit < hits; hit++) await counters.hit(key, 60_000)
  return performance.now() - begin
}

/** Occupies this process, as the import of a large library does. */
function block(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

withOwnRedis("two processes share the counts", async (t) => {
  const redis = await redisServer(t)
  await redis.start()
  const one = await opened(t, redis.url)
  const other = await opened(t, redis.url)

  await one.counters.hit("shared", 60_000)
  assert.equal((await other.counters.hit("shared", 60_000)).hits, 2)
  assert.equal((await one.counters.peek("shared"))?.hits, 2)
})

withOwnRedis("when Redis dies counting continues here, and there again when it is back", async (t) => {
  const redis = await redisServer(t)
  await redis.start()
  const { counters, messages } = await opened(t, redis.url)
  await counters.hit("key", 60_000)
  await redis.stop()

  assert.ok((await timeOf(100, counters, "key")) < 100 * 200, "no hit waits")
  assert.equal((await counters.peek("key"))?.hits, 100)
  assert.deepEqual(messages, ["Redis is away: each process counts by itself."], "said once")

  await redis.start()
  await hitUntilBack(counters, messages)
  const other = await opened(t, redis.url)
  await counters.hit("after", 60_000)
  assert.equal((await other.counters.peek("after"))?.hits, 1)
})

withOwnRedis("when Redis hangs one hit waits a fifth of a second, the others do not", async (t) => {
  const redis = await redisServer(t)
  await redis.start()
  const { counters, messages } = await opened(t, redis.url)
  redis.freeze()

  assert.ok((await timeOf(1, counters, "key")) < 5_000)
  assert.ok((await timeOf(100, counters, "key")) < 100 * 200)

  redis.thaw()
  await hitUntilBack(counters, messages)
})

withOwnRedis("a process that was blocked reads the answer before it says that Redis is away", async (t) => {
  const redis = await redisServer(t)
  await redis.start()
  const { counters, messages } = await opened(t, redis.url)
  await counters.hit("key", 60_000)
  const hit = counters.hit("key", 60_000)
  await new Promise(setImmediate) // the command has been sent
  block(800)
  assert.equal((await hit).hits, 2)
  assert.deepEqual(messages, [])
})

withOwnRedis("a start that is blocked while it connects still finds Redis", async (t) => {
  const redis = await redisServer(t)
  await redis.start()
  const opening = opened(t, redis.url)
  block(1_500)
  const { counters, messages } = await opening

  await counters.hit("key", 60_000)
  assert.deepEqual(messages, [])
})

withOwnRedis("without Redis the start does not fail, and counting works", async (t) => {
  const redis = await redisServer(t)
  const begin = performance.now()
  const { counters } = await opened(t, redis.url)

  assert.equal((await counters.hit("key", 60_000)).hits, 1)
  assert.equal((await counters.hit("key", 60_000)).hits, 2)
  assert.ok(performance.now() - begin < 10_000)
})

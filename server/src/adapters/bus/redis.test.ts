import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import type { TestContext } from "node:test"
import { test } from "node:test"
import { Redis } from "ioredis"
import { busContract, heardBy, openUp } from "#test/contracts/bus/contract.ts"
import { busFaults } from "#test/contracts/bus/faults.ts"
import { until } from "#test/support/basics/until.ts"
import { type RedisServer, redisServer } from "#test/support/databases/redis-server.ts"
import { tcpProxy } from "#test/support/http/tcp-proxy.ts"
import { silentLog } from "#test/support/worlds/world.ts"
import { openRedisBus } from "./redis.ts"

const isMissing = process.env.CI !== "true" && spawnSync("redis-server", ["--version"]).error !== undefined
const servers = new WeakMap<TestContext, RedisServer>()

/** One server for each test; undefined where redis-server is missing. */
async function serverFor(t: TestContext): Promise<RedisServer | undefined> {
  if (isMissing) {
    t.skip("redis-server is not installed")
    return undefined
  }
  const known = servers.get(t)
  if (known) return known
  const redis = await redisServer(t)
  await redis.start()
  servers.set(t, redis)
  return redis
}

async function open(t: TestContext) {
  const redis = await serverFor(t)
  return redis && openRedisBus({ kind: "server", url: redis.url }, silentLog)
}

busContract(open, { isShared: true })

busFaults(async (t) => {
  const redis = await serverFor(t)
  if (!redis) return undefined
  const proxy = await tcpProxy(t, Number(new URL(redis.url).port))
  return {
    proxy,
    openOne: () => openRedisBus({ kind: "server", url: `redis://127.0.0.1:${proxy.port}` }, silentLog),
    openOther: () => openRedisBus({ kind: "server", url: redis.url }, silentLog),
  }
})

test("a killed server that restarts empty works as the bus again", async (t) => {
  const redis = await serverFor(t)
  const [one, other] = [await openUp(t, open), await openUp(t, open)]
  if (!redis || !one || !other) return
  let gaps = 0
  one.onGap(() => void gaps++)
  await redis.stop()
  await until(async () => !one.isUp() && !other.isUp())
  await redis.start()
  await until(async () => gaps >= 1 && one.isUp() && other.isUp())
  const heard = heardBy(one, "docs")
  other.publish("docs", "doc:1")
  await until(async () => heard.length === 1)
})

test("a server that has become a replica does not count as up, until it is a primary again", async (t) => {
  const redis = await serverFor(t)
  const bus = await openUp(t, open)
  if (!redis || !bus) return
  const operator = new Redis(redis.url)
  t.after(() => operator.disconnect())
  await operator.replicaof("127.0.0.1", 1)
  bus.publish("docs", "doc:1")
  await until(async () => !bus.isUp())
  await operator.replicaof("NO", "ONE")
  await until(async () => bus.isUp())
  assert.ok(bus.isUp())
})

import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import { test } from "node:test"
import { Redis } from "ioredis"
import { busContract, heardBy, openUp } from "#test/contracts/bus/contract.ts"
import { redisFor } from "#test/contracts/bus/servers.ts"
import { until } from "#test/support/basics/until.ts"
import { silentLog } from "#test/support/worlds/world.ts"
import { openRedisBus } from "./redis.ts"

async function open(t: TestContext) {
  const redis = await redisFor(t)
  return redis && openRedisBus({ kind: "server", url: redis.url }, silentLog)
}

busContract(open, { isShared: true })

test("a killed server that restarts empty works as the bus again", async (t) => {
  const redis = await redisFor(t)
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
  const redis = await redisFor(t)
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

import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import type { Bus } from "#adapters/bus/port.ts"
import { openRedisBus } from "#adapters/bus/redis.ts"
import type { Counters } from "#adapters/counters/port.ts"
import { openRedisCounters } from "#adapters/counters/redis.ts"
import { readCountersAddress } from "#config/redis-address.ts"
import { heardBy } from "#test/contracts/bus/contract.ts"
import { until } from "#test/support/basics/until.ts"
import {
  type RedisGroup,
  redisCluster,
  redisSentinels,
  skipWithoutRedis,
} from "#test/support/databases/redis-groups.ts"
import { listeningLog, silentLog } from "#test/support/worlds/world.ts"

/** How often a primary is killed; `npm run soak` sets more. */
const kills = Number(process.env.REDIS_KILLS ?? 1)

/** What a process of the service opens. */
interface Member {
  readonly counters: Counters
  readonly bus: Bus
}

async function join(t: TestContext, { url }: RedisGroup): Promise<Member> {
  const address = readCountersAddress(url)
  assert.ok(address && address.kind !== "memory")
  const counters = await openRedisCounters(address, silentLog)
  const bus = openRedisBus(address, silentLog)
  t.after(() => Promise.all([counters.close(), bus.close()]))
  return { counters, bus }
}

let rounds = 0

/** How many of sixty keys, each of which one member hits and then another one, have the count two. */
async function countShared([one, other]: readonly Member[]): Promise<number> {
  rounds += 1
  const keys = Array.from({ length: 60 }, (_, index) => `round ${rounds}: ${index}`)
  for (const key of keys) await one?.counters.hit(key, 60_000)
  let shared = 0
  for (const key of keys) if ((await other?.counters.hit(key, 60_000))?.hits === 2) shared += 1
  return shared
}

/** Waits until sixty of sixty counts are shared. */
const untilAllCount = (members: readonly Member[]) => until(async () => (await countShared(members)) === 60, 30_000)

/** Waits until each member hears the others. */
async function untilAllHear(members: readonly Member[]): Promise<void> {
  for (const { bus } of members) await until(async () => bus.isUp(), 30_000)
  const heard = members.map(({ bus }) => heardBy(bus, "access"))
  for (const [index, { bus }] of members.entries()) bus.publish("access", `account_${index}`)
  for (const own of heard) await until(async () => own.length >= members.length)
}

/** Hits keys until it is ended. Returns how many hits failed. */
function hitAlways(members: readonly Member[]): () => Promise<{ hits: number; failed: number }> {
  let [isOpen, hits, failed] = [true, 0, 0]
  const running = Promise.all(
    members.map(async ({ counters }) => {
      while (isOpen) {
        hits += 1
        await counters.hit(`always ${hits % 50}`, 60_000).catch(() => void failed++)
        await sleep(5)
      }
    }),
  )
  return async () => {
    isOpen = false
    await running
    return { hits, failed }
  }
}

/** The log says which form of address a cluster needs. */
async function refusesPlainAddress({ servers }: RedisGroup): Promise<void> {
  const { log, lines } = listeningLog()
  for (const { url } of servers.slice(2)) {
    const counters = await openRedisCounters({ kind: "server", url }, log)
    for (let hit = 0; hit < 20; hit += 1) await counters.hit(`plain ${hit}`, 60_000)
    await counters.close()
  }
  assert.match(String(lines[0]?.error), /Set SVC_COUNTERS_URL to redis\+cluster:/)
}

for (const [kind, open] of Object.entries({ cluster: redisCluster, sentinel: redisSentinels })) {
  test(`${kind}: three processes share counts and messages, also after a primary was killed`, {
    skip: skipWithoutRedis,
  }, async (t) => {
    const group = await open(t)
    const members = [await join(t, group), await join(t, group), await join(t, group)]
    await untilAllHear(members)
    await untilAllCount(members)

    const end = hitAlways(members)
    t.after(end)
    let [primary] = group.servers
    const aloneMs: number[] = []
    for (let round = 0; round < kills; round += 1) {
      assert.ok(primary)
      const gaps = new Set<Member>()
      const stop = members.map((member) => member.bus.onGap(() => gaps.add(member)))
      await primary.stop()
      const successor = await group.failedOver(primary)
      const began = performance.now()
      await untilAllHear(members)
      await untilAllCount(members)
      aloneMs.push(Math.round(performance.now() - began))
      assert.equal(gaps.size, members.length, "each process learns that messages may be lost")
      for (const end of stop) end()

      await primary.start()
      await group.rejoined(primary)
      await untilAllHear(members)
      primary = successor
    }
    const { hits, failed } = await end()
    const worst = aloneMs.sort((one, other) => one - other).at(-1)
    t.diagnostic(`${kills} kills, ${hits} hits, ${failed} failed; alone after the fail-over for ${worst} ms at worst`)
    assert.equal(failed, 0)
    await untilAllCount(members)
    if (kind === "cluster") await refusesPlainAddress(group)
  })
}

import { Cluster } from "ioredis"
import { RateLimiterRedis, type RateLimiterRes } from "rate-limiter-flexible"
import type { RedisAddress } from "#config/redis-address.ts"
import type { Log } from "#kernel/log.ts"
import { inTime } from "#kernel/time/in-time.ts"
import { recordSince, startTiming } from "#measure/measure.ts"
import { inClientSpan } from "#spans/span.ts"
import { openMemoryCounters } from "./memory.ts"
import type { Count, Counters } from "./port.ts"
import { commandMs, describeFault, isConnected, openRedisClient, redisRestMs } from "./redis-client.ts"

/** Shares counts in Redis or Valkey. While it is unreachable, each process counts alone. Windows are whole seconds. */
export async function openRedisCounters(address: RedisAddress, log: Log): Promise<Counters> {
  const client = openRedisClient(address)
  const limiter = new RateLimiterRedis({ storeClient: client, keyPrefix: "atelier", points: 1, duration: 60 })
  const local = openMemoryCounters()
  let isClosed = false
  // ioredis ends for good when the Sentinels report a fail-over while it connects.
  client.on("end", () => setTimeout(() => isClosed || client.connect().catch(() => {}), redisRestMs).unref())
  // A cluster's node that died is known by a refused connection, and its successor by asking the other nodes.
  const insured = insurance(log, () => client instanceof Cluster && client.refreshSlotsCache())
  await isConnected(client)

  return {
    hit: (key, windowMs) =>
      insured(
        async () => toCount(await limiter.penalty(key, 1, { customDuration: Math.ceil(windowMs / 1000) })),
        () => local.hit(key, windowMs),
      ),
    peek: (key) =>
      insured(
        async () => {
          const found = await limiter.get(key)
          return found ? toCount(found) : undefined
        },
        () => local.peek(key),
      ),
    async close() {
      isClosed = true
      client.disconnect()
    },
  }
}

/** After a failure, one request a second tries Redis while the others use the fallback, even if Redis hangs. */
function insurance(log: Log, lookAgain: () => void) {
  let isAway = false
  let restUntil = 0
  return async <Result>(ask: () => Promise<Result>, doWithout: () => Promise<Result>): Promise<Result> => {
    if (isAway) {
      if (performance.now() < restUntil) return doWithout()
      restUntil = performance.now() + redisRestMs
    }
    const began = startTiming()
    try {
      const result = await inClientSpan("counters", () => inTime(commandMs, ask(), timedOut))
      recordSince("outside_seconds", began, ["redis", "answered"])
      if (isAway) log.info({}, "Redis is back: requests are counted there again.")
      isAway = false
      return result
    } catch (error) {
      recordSince("outside_seconds", began, ["redis", "failed"])
      if (!isAway) log.warn({ error: describeFault(error as Error) }, "Redis is away: each process counts by itself.")
      isAway = true
      restUntil = performance.now() + redisRestMs
      lookAgain()
      return doWithout()
    }
  }
}

function timedOut(): never {
  throw new Error("Command timed out")
}

function toCount(result: RateLimiterRes): Count {
  return { hits: result.consumedPoints, resetMs: result.msBeforeNext }
}

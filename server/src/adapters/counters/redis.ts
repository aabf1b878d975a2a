import { once } from "node:events"
import { Redis } from "ioredis"
import { RateLimiterRedis, type RateLimiterRes } from "rate-limiter-flexible"
import type { Log } from "#kernel/log.ts"
import { openMemoryCounters } from "./memory.ts"
import type { Count, Counters } from "./port.ts"

const commandMs = 200
const restMs = 1_000

/** Shares counts in Redis or Valkey. While it is unreachable, each process counts alone. Windows are whole seconds. */
export async function openRedisCounters(url: string, log: Log): Promise<Counters> {
  const client = connect(url)
  const limiter = new RateLimiterRedis({ storeClient: client, keyPrefix: "atelier", points: 1, duration: 60 })
  const local = openMemoryCounters()
  const insured = insurance(log)
  await once(client, "ready", { signal: AbortSignal.timeout(restMs) }).catch(() => {})

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
      client.disconnect()
    },
  }
}

/** A client that fails rather than waits: no queue, no retries, short time limits. */
function connect(url: string): Redis {
  const client = new Redis(url, {
    commandTimeout: commandMs,
    connectTimeout: restMs,
    disconnectTimeout: commandMs,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(times * 100, restMs),
    // The address may lead to a replica that was just the primary, so reconnect to find the new primary.
    reconnectOnError: (error) => error.message.startsWith("READONLY"),
  })
  client.on("error", () => {}) // every command that fails reports it
  return client
}

/** After a failure, one request a second tries Redis while the others use the fallback, even if Redis hangs. */
function insurance(log: Log) {
  let isAway = false
  let restUntil = 0
  return async <Result>(ask: () => Promise<Result>, doWithout: () => Promise<Result>): Promise<Result> => {
    if (isAway) {
      if (performance.now() < restUntil) return doWithout()
      restUntil = performance.now() + restMs
    }
    try {
      const result = await ask()
      if (isAway) log.info({}, "Redis is back: requests are counted there again.")
      isAway = false
      return result
    } catch (error) {
      if (!isAway) log.warn({ error: (error as Error).message }, "Redis is away: each process counts by itself.")
      isAway = true
      restUntil = performance.now() + restMs
      return doWithout()
    }
  }
}

function toCount(result: RateLimiterRes): Count {
  return { hits: result.consumedPoints, resetMs: result.msBeforeNext }
}

import { type Counted, countHits, peekHits } from "#access/limits/count-hits.ts"
import type { Counters } from "#adapters/counters/port.ts"
import type { Settings } from "#config/settings.ts"
import { ServiceError } from "#kernel/error.ts"
import { hashSecret } from "#kernel/secret.ts"
import { record } from "#measure/measure.ts"

/** Requests count by client network; `tools` by connection, and `tokens` by pair of agent client and network. */
export type Policy = "reads" | "writes" | "images" | "gifts" | "tools" | "tokens" | "console"

/** The state of a limit. The `RateLimit-*` headers contain the first three values. */
export interface Rate {
  limit: number
  remaining: number
  /** Delta seconds, at least 1. */
  resetSeconds: number
  isExceeded: boolean
  isFirstTooMany: boolean
}

export interface RateLimit {
  /** Counts one request before any work is done for it. */
  count(policy: Policy, who: string): Promise<Rate>
  /** The rate of a network that guessed too often; undefined while it may continue. */
  findTooManyMisses(network: string): Promise<Rate | undefined>
  /** Counts an unknown offer key or a failed gift code. A repeated one is no new guess, and counts once. */
  countMiss(network: string, guess: string): Promise<void>
}

const windowMs = 60_000

/** Limits requests by client network and policy, in fixed windows of 60 seconds. */
export function openRateLimit(counters: Counters, settings: Settings): RateLimit {
  const limits: Record<Policy, number> = {
    reads: settings.rateReads,
    writes: settings.rateWrites,
    images: settings.rateImages,
    gifts: settings.rateGifts,
    tools: settings.rateTools,
    tokens: settings.rateTokens,
    console: settings.rateConsole,
  }
  const misses = { hits: settings.rateMisses, windowMs }
  return {
    async count(policy, who) {
      const rate = toRate(await countHits(counters, `${policy}:${who}`, { hits: limits[policy], windowMs }))
      if (rate.isExceeded) record("rate_limited_total", 1, policy)
      return rate
    },
    async findTooManyMisses(network) {
      const counted = await peekHits(counters, `misses:${network}`, misses)
      if (!counted || counted.hits < counted.limit) return undefined
      record("rate_limited_total", 1, "misses")
      return { ...toRate(counted), isExceeded: true }
    },
    async countMiss(network, guess) {
      const { hits } = await counters.hit(`miss:${network}:${hashSecret(guess)}`, windowMs)
      if (hits === 1) await countHits(counters, `misses:${network}`, misses)
    },
  }
}

export function rateLimited({ limit, resetSeconds }: Pick<Rate, "limit" | "resetSeconds">): ServiceError {
  return new ServiceError("rate_limited", `Too many requests. The limit is ${limit} per minute.`, {
    hint: "Wait for the number of seconds in `Retry-After`, then slow down.",
    retryAfterSeconds: resetSeconds,
  })
}

function toRate({ limit, hits, resetMs }: Counted): Rate {
  return {
    limit,
    remaining: Math.max(0, limit - hits),
    resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
    isExceeded: hits > limit,
    isFirstTooMany: hits === limit + 1,
  }
}

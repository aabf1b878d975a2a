import { RateLimiterMemory } from "rate-limiter-flexible"
import type { Counters } from "./port.ts"

/**
 * Counts in this process. At most `maxKeys` windows are kept: past that, the window that began first is forgotten.
 */
export function openMemoryCounters(maxKeys = 50_000): Counters {
  const limiter = new RateLimiterMemory({ points: 1, duration: 60 })
  const forget = oldestFirst(maxKeys, (key) => limiter.delete(key))
  return {
    async hit(key, windowMs) {
      const { consumedPoints, msBeforeNext, isFirstInDuration } = await limiter.penalty(key, 1, {
        customDuration: windowMs / 1000,
      })
      if (isFirstInDuration) forget(key)
      return { hits: consumedPoints, resetMs: msBeforeNext }
    },

    async peek(key) {
      const found = await limiter.get(key)
      return found && found.msBeforeNext > 0 ? { hits: found.consumedPoints, resetMs: found.msBeforeNext } : undefined
    },

    async close() {},
  }
}

/** Answers a function that takes note of a new key and drops the oldest one when there are more than `maxKeys`. */
function oldestFirst(maxKeys: number, drop: (key: string) => void): (key: string) => void {
  const keys = new Set<string>()
  // Kept across calls: a fresh iterator would walk over the holes that removed keys leave at the front.
  const oldest = keys.values()
  return (key) => {
    keys.delete(key)
    keys.add(key)
    if (keys.size <= maxKeys) return
    const { value } = oldest.next()
    if (value === undefined) return
    keys.delete(value)
    drop(value)
  }
}

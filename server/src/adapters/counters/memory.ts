import { RateLimiterMemory } from "rate-limiter-flexible"
import type { Counters } from "./port.ts"

/** How many windows are kept: at about 300 bytes each, 15 MB of minutes and 36 MB of hours. */
const most = { short: 50_000, long: 120_000 }
const longestShortMs = 60_000

/**
 * Counts in this process, in bounded memory. Windows up to a minute and longer ones have a place of their own, so that
 * a flood of requests pushes no hourly limit out. Where a place is full, of the keys that were hit once the one whose
 * window began first is forgotten, and of the others likewise; each has one half, so that addresses that come once
 * push out nobody who is near a limit.
 */
export function openMemoryCounters(maxKeys: { short: number; long: number } = most): Counters {
  const short = openWindows(maxKeys.short)
  const long = openWindows(maxKeys.long)
  return {
    hit: (key, windowMs) => (windowMs <= longestShortMs ? short : long).hit(key, windowMs),
    peek: async (key) => (await short.peek(key)) ?? (await long.peek(key)),
    async close() {},
  }
}

function openWindows(maxKeys: number): Pick<Counters, "hit" | "peek"> {
  const limiter = new RateLimiterMemory({ points: 1, duration: 60 })
  const drop = (key: string) => limiter.delete(key)
  const once = oldestFirst(maxKeys / 2, drop)
  const often = oldestFirst(maxKeys / 2, drop)
  return {
    async hit(key, windowMs) {
      const counted = await limiter.penalty(key, 1, { customDuration: windowMs / 1000 })
      const { consumedPoints: hits, msBeforeNext: resetMs } = counted
      if (hits === 1) {
        often.remove(key)
        once.add(key)
      } else if (hits === 2) {
        once.remove(key)
        often.add(key)
      }
      return { hits, resetMs }
    },

    async peek(key) {
      const found = await limiter.get(key)
      return found && found.msBeforeNext > 0 ? { hits: found.consumedPoints, resetMs: found.msBeforeNext } : undefined
    },
  }
}

/** Keys in the order in which they came; the oldest is dropped when there are more than `maxKeys`. */
function oldestFirst(maxKeys: number, drop: (key: string) => void) {
  const keys = new Set<string>()
  // Kept across calls: a fresh iterator would walk over the holes that removed keys leave at the front.
  const oldest = keys.values()
  return {
    add(key: string): void {
      keys.delete(key)
      keys.add(key)
      if (keys.size <= maxKeys) return
      const { value } = oldest.next()
      if (value === undefined) return
      keys.delete(value)
      drop(value)
    },
    remove: (key: string): boolean => keys.delete(key),
  }
}

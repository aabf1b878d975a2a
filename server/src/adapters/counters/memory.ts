import type { Count, Counters } from "./port.ts"

/** How many windows are kept: at about 300 bytes each, 15 MB of minutes and 36 MB of hours. */
const most = { short: 50_000, long: 120_000 }
const longestShortMs = 60_000

/**
 * Counts in limited memory, by a clock that cannot be set. Short windows cannot remove hourly ones. Keys with one hit
 * and keys with more have half of the room each; the oldest window is dropped first. So addresses that come once cannot
 * remove those near a limit.
 */
export function openMemoryCounters(maxKeys: { short: number; long: number } = most): Counters {
  const short = openWindows(maxKeys.short)
  const long = openWindows(maxKeys.long)
  return {
    hit: async (key, windowMs) => (windowMs <= longestShortMs ? short : long).hit(key, windowMs),
    peek: async (key) => short.peek(key) ?? long.peek(key),
    async close() {},
  }
}

interface Window {
  hits: number
  /** By `performance.now()`. */
  readonly endsAt: number
}

function openWindows(maxKeys: number) {
  const once = oldestFirst(maxKeys / 2)
  const often = oldestFirst(maxKeys / 2)
  return {
    hit(key: string, windowMs: number): Count {
      const now = performance.now()
      const known = often.find(key, now)
      if (known) {
        known.hits += 1
        return toCount(known, now)
      }
      const again = once.find(key, now)
      const window = again ?? { hits: 0, endsAt: now + windowMs }
      window.hits += 1
      const [to, from] = again ? [often, once] : [once, often]
      from.remove(key) // there is none, or an expired one
      to.add(key, window)
      return toCount(window, now)
    },

    peek(key: string): Count | undefined {
      const now = performance.now()
      const window = often.find(key, now) ?? once.find(key, now)
      return window && toCount(window, now)
    },
  }
}

const toCount = ({ hits, endsAt }: Window, now: number): Count => ({ hits, resetMs: Math.round(endsAt - now) })

/** Windows in order of arrival. Above `maxKeys` the oldest is dropped. */
function oldestFirst(maxKeys: number) {
  const windows = new Map<string, Window>()
  // One iterator serves all calls: a new one would walk over the holes that removed keys leave at the front.
  const oldest = windows.keys()
  return {
    find(key: string, now: number): Window | undefined {
      const window = windows.get(key)
      return window && window.endsAt > now ? window : undefined
    },
    add(key: string, window: Window): void {
      windows.delete(key)
      windows.set(key, window)
      if (windows.size <= maxKeys) return
      const { value } = oldest.next()
      if (value !== undefined) windows.delete(value)
    },
    remove: (key: string): boolean => windows.delete(key),
  }
}

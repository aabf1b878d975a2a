import type { Count, Counters } from "#adapters/counters/port.ts"

export interface Limit {
  readonly hits: number
  readonly windowMs: number
}

export interface Counted extends Count {
  readonly limit: number
}

/** The quota of an IPv6 /48 in quotas of a /64: its owner has 65,536 of those, and must not get as many quotas. */
const wideFactor = 8

/**
 * Counts one hit. An IPv6 /64 also counts for its /48, but not above its own limit: a network cannot use up its
 * neighbours' quota. Returns the count nearer to its limit; `resetMs` is at most the window.
 */
export async function countHits(counters: Counters, key: string, { hits, windowMs }: Limit): Promise<Counted> {
  const narrow = heldAgainst(hits, await counters.hit(key, windowMs), windowMs)
  const wideKey = widen(key)
  if (wideKey === undefined || narrow.hits > hits) return narrow
  return nearer(narrow, heldAgainst(hits * wideFactor, await counters.hit(wideKey, windowMs), windowMs))
}

/** Returns what `countHits` would return, without counting; undefined without a hit in the window. */
export async function peekHits(
  counters: Counters,
  key: string,
  { hits, windowMs }: Limit,
): Promise<Counted | undefined> {
  const narrow = await counters.peek(key)
  const ofNarrow = narrow && heldAgainst(hits, narrow, windowMs)
  const wideKey = widen(key)
  if (wideKey === undefined) return ofNarrow
  const wide = await counters.peek(wideKey)
  const ofWide = wide && heldAgainst(hits * wideFactor, wide, windowMs)
  return ofNarrow && ofWide ? nearer(ofNarrow, ofWide) : (ofNarrow ?? ofWide)
}

/** Replaces the /64 in a key by its /48, as `networkOfAddress` writes it. */
function widen(key: string): string | undefined {
  if (!key.includes("::/64")) return undefined
  return key.replace(/([\da-f]{1,4}:[\da-f]{1,4}:[\da-f]{1,4}):[\da-f]{1,4}::\/64/, "$1::/48")
}

/** A clock that was set back makes a window look longer than it is. */
const heldAgainst = (limit: number, { hits, resetMs }: Count, windowMs: number): Counted => ({
  hits,
  limit,
  resetMs: Math.min(resetMs, windowMs),
})

const nearer = (one: Counted, other: Counted) => (one.limit - one.hits <= other.limit - other.hits ? one : other)

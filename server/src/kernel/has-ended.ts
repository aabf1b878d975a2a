/** How far the clocks of two processes may lie apart before one is wrong. */
const skewMs = 60_000

/**
 * Tells whether what lasts `lengthMs` and ends at `endsAt` has ended. What would last longer than that from now on was
 * made before the clock was set back: it has ended too, so that no such clock makes anything last longer.
 *
 * @param now like `endsAt`, epoch milliseconds.
 */
export function hasEnded(now: number, endsAt: number, lengthMs: number): boolean {
  return endsAt <= now || endsAt > now + lengthMs + skewMs
}

/**
 * The same for queries: what was made later than this was made before the clock was set back, and has ended.
 *
 * @returns epoch milliseconds.
 */
export const latestMade = (now: number): number => now + skewMs

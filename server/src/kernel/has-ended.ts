/** The most by which the clocks of two processes may differ. */
const skewMs = 60_000

/**
 * Whether something that lasts `lengthMs` and ends at `endsAt` has ended. If it would last longer than `lengthMs` from
 * now, it was made before the clock was set back. Then it counts as ended, so that a changed clock extends nothing.
 *
 * @param now epoch milliseconds, like `endsAt`.
 */
export function hasEnded(now: number, endsAt: number, lengthMs: number): boolean {
  return endsAt <= now || endsAt > now + lengthMs + skewMs
}

/**
 * The same for queries: rows made after the returned time date from before the clock was set back, and have ended.
 *
 * @returns epoch milliseconds.
 */
export const latestMade = (now: number): number => now + skewMs

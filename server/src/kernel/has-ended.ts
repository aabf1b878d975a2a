/** The most by which the clocks of two processes may differ. */
const skewMs = 60_000

/**
 * Something that would last longer than `lengthMs` from now dates from before the clock was set back, and has ended: a
 * changed clock extends nothing. `now` and `endsAt` are epoch milliseconds.
 */
export function hasEnded(now: number, endsAt: number, lengthMs: number): boolean {
  return endsAt <= now || endsAt > now + lengthMs + skewMs
}

/** Epoch milliseconds. Rows made later date from before the clock was set back, and have ended. */
export const latestMade = (now: number): number => now + skewMs

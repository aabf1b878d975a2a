import type { JobKind } from "#jobs/jobs.ts"

/** A job is given up after this many starts, which take about eleven hours. */
export const maxTries = 20

/** Kinds that are tried for longer. 120 starts take three to four days: as long as a mail server is away at the worst. */
const longer: { readonly [Kind in JobKind]?: number } = { "mail-receipt": 120 }

/** After how many starts a job of this kind is given up. */
export const triesOf = (kind: JobKind): number => longer[kind] ?? maxTries

const firstMs = 5_000
const mostMs = 3_600_000

/**
 * Returns the milliseconds that a job waits after its `attempts`-th failure: twice as long each time, up to an hour.
 * Half of the wait is random, so that jobs that failed together are not tried again together.
 */
export function backoffMs(attempts: number, random: () => number = Math.random): number {
  const fullMs = Math.min(firstMs * 2 ** (attempts - 1), mostMs)
  return Math.round(fullMs / 2 + (random() * fullMs) / 2)
}

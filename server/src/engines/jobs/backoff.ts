import type { JobKind } from "#jobs/jobs.ts"

/** A job is given up after this many attempts, which take about eleven hours. */
export const maxJobTries = 20

/** Kinds with more attempts. 120 attempts take three to four days, the longest outage of a mail server. */
const longer: { readonly [Kind in JobKind]?: number } = { "mail-receipt": 120 }

export const triesOf = (kind: JobKind): number => longer[kind] ?? maxJobTries

const firstMs = 5_000
const mostMs = 3_600_000

/** The wait doubles up to an hour. Half of it is random, so jobs that failed together are not tried again together. */
export function backoffMs(attempts: number, random: () => number = Math.random): number {
  const fullMs = Math.min(firstMs * 2 ** (attempts - 1), mostMs)
  return Math.round(fullMs / 2 + (random() * fullMs) / 2)
}

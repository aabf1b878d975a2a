import type { JobKind, Lane } from "#jobs/jobs.ts"
import { hourMs } from "#kernel/time/units.ts"

/** A job is given up after this many attempts, which take about eleven hours. */
export const maxJobTries = 20

/** Kinds with more attempts. 120 attempts take three to four days, the longest outage of a mail server. */
const longer: { readonly [Kind in JobKind]?: number } = { "mail-receipt": 120 }

export const triesOf = (kind: JobKind): number => longer[kind] ?? maxJobTries

const firstMs = 5_000
const mostMs = hourMs
/** The first waits of a job that a person waits for. Mail servers that greylist take a second try after a minute. */
const awaitedMs = [20_000, 40_000, 60_000]

interface Failed {
  lane: Lane
  attempts: number
}

/** The wait doubles up to an hour. Half of it is random, so jobs that failed together are not tried again together. */
export function waitMs({ lane, attempts }: Failed, random: () => number = Math.random): number {
  const exactMs = lane === "awaited" ? awaitedMs[attempts - 1] : undefined
  if (exactMs !== undefined) return exactMs
  const fullMs = Math.min(firstMs * 2 ** (attempts - 1), mostMs)
  return Math.round(fullMs / 2 + (random() * fullMs) / 2)
}

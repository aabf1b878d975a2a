/** After this many starts a job is given up: about eleven hours of trying. */
export const maxTries = 20

const firstMs = 5_000
const mostMs = 3_600_000

/**
 * How long a job waits after its `attempts`-th failure: twice as long each time, up to an hour. Half of it is drawn,
 * so that jobs that failed together do not come back together.
 */
export function backoffMs(attempts: number, random: () => number = Math.random): number {
  const fullMs = Math.min(firstMs * 2 ** (attempts - 1), mostMs)
  return Math.round(fullMs / 2 + (random() * fullMs) / 2)
}

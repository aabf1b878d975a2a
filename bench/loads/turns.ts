import type { BenchRun, Measured } from "../case.ts"

/** The p-th percentile (0 to 1) of the values. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * p) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]) => percentile(values, 0.5)

/** Runs several turns and returns the median of each figure. */
export async function mediansOf(rounds: number, takeTurn: (round: number) => Promise<Measured>): Promise<Measured> {
  const turns: Measured[] = []
  for (let round = 0; round < rounds; round += 1) turns.push(await takeTurn(round))
  const names = Object.keys(turns[0] ?? {})
  return Object.fromEntries(names.map((name) => [name, median(turns.map((turn) => turn[name] ?? Number.NaN))]))
}

/** What is compared, by name. Each is measured for some milliseconds and returns its figures. */
type Compared = Readonly<Record<string, (ms: number) => Promise<Measured>>>

/**
 * Warms the compared up, and then measures each of them in each round, so that other load on the machine affects all;
 * every other round in the opposite order, since tables grow. Returns the medians: `<name> <figure>`, and `<name>
 * <figure> ratio`, which is the ratio to the first of the compared.
 */
export async function inTurns({ rounds, sizes }: BenchRun, compared: Compared): Promise<Measured> {
  const all = Object.entries(compared)
  for (const [, measure] of all) await measure(sizes.warmUpMs)
  return mediansOf(rounds, async (round) => {
    const measured = new Map<string, Measured>()
    for (const [name, measure] of round % 2 === 0 ? all : all.toReversed())
      measured.set(name, await measure(sizes.turnMs))
    const first = measured.get(all[0]?.[0] ?? "")
    const figures = [...measured].map(([name, its]) => {
      const ratios = Object.entries(its).map(([figure, value]) => [`${figure} ratio`, value / (first?.[figure] ?? 0)])
      return named(name, { ...its, ...Object.fromEntries(ratios) })
    })
    return Object.assign({}, ...figures)
  })
}

/** Puts a name before the names of figures. */
export const named = (name: string, figures: Measured): Measured =>
  Object.fromEntries(Object.entries(figures).map(([figure, value]) => [`${name} ${figure}`, value]))

/** Milliseconds. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** The milliseconds of each of `count` runs, one after the other. */
export async function timesOf(count: number, work: (n: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n += 1) times.push(await timeOf(() => work(n)))
  return times
}

/** Repeats `work` for `ms` in concurrent workers. Returns how often it ran, and how often in a second. */
export async function rateOf(ms: number, workers: number, work: (worker: number) => Promise<unknown>) {
  const began = performance.now()
  let count = 0
  const repeat = async (_: unknown, worker: number) => {
    for (; performance.now() - began < ms; count += 1) await work(worker)
  }
  const took = await timeOf(() => Promise.all(Array.from({ length: workers }, repeat)))
  return { count, rate: (count / took) * 1_000 }
}

/**
 * Starts `work` at a fixed rate for `ms`, independent of its answers (an open loop). Returns each latency, counted from
 * when the work was due, so that a stall counts for all that it delayed.
 */
export async function atRate(perSecond: number, ms: number, work: (n: number) => Promise<unknown>): Promise<number[]> {
  const began = performance.now()
  const running: Promise<number>[] = []
  for (let n = 0; n < (perSecond * ms) / 1_000; n += 1) {
    const due = began + (n * 1_000) / perSecond
    const waitMs = due - performance.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    const latency = work(n).then(() => performance.now() - due)
    latency.catch(() => {}) // it is thrown below
    running.push(latency)
  }
  return Promise.all(running)
}

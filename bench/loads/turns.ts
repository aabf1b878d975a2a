import { setTimeout as sleep } from "node:timers/promises"
import type { BenchRun, Measured } from "../case.ts"

/** The p-th percentile (0 to 1) of the values. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * p) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]) => percentile(values, 0.5)

/** Runs `work` for each number below `count`, one after the other; returns the results. */
export async function inSequence<Result>(count: number, work: (n: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let n = 0; n < count; n += 1) results.push(await work(n))
  return results
}

/** Runs `work` for each number below `count` at once; returns the results. */
export const inParallel = <Result>(count: number, work: (n: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))

/** Runs several turns and returns the median of each figure. The turns that warm up have numbers below 0. */
export async function mediansOf(rounds: number, takeTurn: (round: number) => Promise<Measured>, warmUps = 0) {
  await inSequence(warmUps, (n) => takeTurn(n - warmUps))
  const turns = await inSequence(rounds, takeTurn)
  const medianOf = (name: string) => median(turns.map((turn) => turn[name] ?? Number.NaN))
  return Object.fromEntries(Object.keys(turns[0] ?? {}).map((name) => [name, medianOf(name)]))
}

/**
 * Warms the compared up, and then measures each of them in each round, so that other load on the machine affects all;
 * every other round in the opposite order, since tables grow. Returns the medians: `<name> <figure>`, and `<name>
 * <figure> ratio`, which is the ratio to the first of the compared.
 */
export async function inTurns({ rounds, sizes }: BenchRun, compared: Compared): Promise<Measured> {
  const all = Object.entries(compared)
  for (const [, measure] of all) await measure(sizes.warmUpMs)
  return mediansOf(rounds, async (round) => {
    const measured: Record<string, Measured> = {}
    for (const [name, measure] of round % 2 === 0 ? all : all.toReversed()) measured[name] = await measure(sizes.turnMs)
    const first = measured[all[0]?.[0] ?? ""] ?? {}
    return eachNamed(measured, async (its) => ({ ...its, ...ratiosOf(its, first) }))
  })
}

type Compared = Readonly<Record<string, (ms: number) => Promise<Measured>>>

const ratiosOf = (its: Measured, first: Measured): Measured =>
  Object.fromEntries(Object.entries(its).map(([name, value]) => [`${name} ratio`, value / (first[name] ?? Number.NaN)]))

export const named = (name: string, figures: Measured): Measured =>
  Object.fromEntries(Object.entries(figures).map(([figure, value]) => [`${name} ${figure}`, value]))

/** Measures each of the named, one after the other. Each figure has the name of its own before it. */
export async function eachNamed<One>(all: Readonly<Record<string, One>>, measure: (one: One) => Promise<Measured>) {
  const figures: Record<string, number> = {}
  for (const [name, one] of Object.entries(all)) Object.assign(figures, named(name, await measure(one)))
  return figures
}

export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

export const thisProcess = {
  cpuMicroseconds: () => Object.values(process.cpuUsage()).reduce((user, system) => user + system),
}

/** Adds to the result of `work` its milliseconds, and the microseconds of processor time of a process meanwhile. */
export async function withCpu<Result>(measured: typeof thisProcess, work: () => Promise<Result>) {
  const [began, before] = [performance.now(), measured.cpuMicroseconds()]
  const result = await work()
  return { ...result, ms: performance.now() - began, cpu: measured.cpuMicroseconds() - before }
}

/** Repeats `work` for `ms` in concurrent workers. Returns how often it ran, and how often in a second. */
export async function rateOf(ms: number, workers: number, work: (worker: number) => Promise<unknown>) {
  const began = performance.now()
  let count = 0
  await inParallel(workers, async (worker) => {
    for (; performance.now() - began < ms; count += 1) await work(worker)
  })
  return { count, rate: (count / (performance.now() - began)) * 1_000 }
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
    if (waitMs > 0) await sleep(waitMs)
    const latency = work(n).then(() => performance.now() - due)
    latency.catch(() => {}) // it is thrown below
    running.push(latency)
  }
  return Promise.all(running)
}

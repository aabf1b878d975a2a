import { setTimeout as sleep } from "node:timers/promises"
import { postgresAnswers } from "../server/test/support/databases/test-run.ts"
import { type Fleet, operations, startFleet, type VisitorsOperation } from "./fleet.ts"
import { runFor, sampleWaits } from "./fleet-load.ts"
import { mediansOf, percentile } from "./load.ts"
import type { BenchRow } from "./row.ts"

const sizes = [1, 4] as const
const rounds = 7
const turnMs = 3_000
/**
 * Operations of a process. Each process has the same load in each fleet: with a quarter of it, each operation wakes a
 * process that sleeps and finds colder caches of the processor, and costs up to twice as much, also in a single process.
 */
const perSecond = 25
const settleMs = 30_000
/** After its last keystroke, a doc's JSON and words are derived once. That is no part of a keystroke's cost. */
const deriveMs = 3_000
const warmUps = 1_500
const batch = 10
/** How many of a hundred operations are of each kind, where all of them run together. */
const mixture: Record<VisitorsOperation, number> = { redirect: 50, "offer look-up": 20, checkout: 5, "tool call": 15, keystroke: 10, "shared keystroke": 0 } // biome-ignore format: a table

/**
 * One and four processes of an installation under a low fixed rate per process, in turns: the processor time of each
 * operation in the processes and in PostgreSQL (operations 51), the transactions of an idle process (operations 52), a
 * mixture of operations compared with the sum of their costs (operations 54), and what visitors notice of a killed
 * process and of a Redis that stands still.
 */
export async function scaleBench(): Promise<BenchRow[]> {
  if (!(await postgresAnswers())) {
    console.log("PostgreSQL does not answer; several processes are not measured.")
    return []
  }
  const fleets: Fleet[] = []
  try {
    for (const size of sizes) fleets.push(await startFleet(size))
    return [...(await measureOperations(fleets)), ...(await measureFaults(fleets.at(-1) as Fleet))]
  } finally {
    await Promise.all(fleets.map((fleet) => fleet.stop()))
  }
}

async function measureOperations(fleets: readonly Fleet[]): Promise<BenchRow[]> {
  await sleep(settleMs) // what a start does once is over then
  const idle = await measureIdle(fleets)
  for (const fleet of fleets) await warmUp(fleet)
  const figures = await mediansOf(rounds, async () => {
    const turn: Record<string, number> = {}
    for (const [at, fleet] of fleets.entries()) await measureTurn(fleet, { idle: idle.cpu[at] as Spent, turn })
    return turn
  })
  const most = sizes.at(-1)
  const rows = operations.flatMap((operation): BenchRow[] => {
    const of = (size: number | undefined, part: string) => figures[`${operation} ${size} ${part}`] ?? Number.NaN
    const all = (size: number | undefined) => of(size, "service") + of(size, "database")
    return [
      { name: `CPU of a ${operation}: one process`, value: of(1, "service"), unit: "µs" },
      { name: `CPU of a ${operation}: PostgreSQL`, value: of(1, "database"), unit: "µs" },
      {
        name: `CPU of a ${operation}: ${most} processes to one`,
        value: all(most) / all(1),
        unit: "×",
        ...targetOf(operation),
      },
    ]
  })
  const predicted = figures[`predicted ${most}`] ?? Number.NaN
  return [
    ...rows,
    { name: "idle process: transactions", value: idle.transactions, unit: "/s", atMost: 3 },
    { name: "mixture: CPU to the sum of its operations", value: predicted, unit: "×", atLeast: 0.8, atMost: 1.2 },
    { name: "mixture: samples with a wait for a lock", value: figures[`waits ${most}`] ?? Number.NaN, unit: "%" },
  ]
}

/** Three more processes apply a keystroke where all of them have the doc open, so that is reported, and has no target. */
const targetOf = (operation: VisitorsOperation) => (operation === "shared keystroke" ? {} : { atMost: 1.15 })

/** The processor time of each unused fleet per second, and the transactions of a process of the last one. */
async function measureIdle(fleets: readonly Fleet[]): Promise<{ cpu: Spent[]; transactions: number }> {
  const seconds = 10
  const largest = fleets.at(-1) as Fleet
  const [before, transactions] = [fleets.map((fleet) => fleet.cpu()), await largest.transactions()]
  await sleep(seconds * 1_000)
  const cpu = fleets.map((fleet, at) => difference(fleet.cpu(), before[at] as Cpu))
  return {
    cpu: cpu.map(({ service, database }) => ({ service: service / seconds, database: database / seconds })),
    transactions: ((await largest.transactions()) - transactions) / seconds / largest.services.length,
  }
}

/** Runs each operation often enough in each process that its code is optimized. */
async function warmUp(fleet: Fleet): Promise<void> {
  for (const operation of operations) {
    for (let n = 0; n < warmUps * fleet.services.length; n += batch) {
      await Promise.all(Array.from({ length: batch }, () => fleet.run(operation)))
    }
  }
}

interface Turn {
  /** Spent per second without any operation. It does not count. */
  readonly idle: Spent
  /** Gets the figures of the turn. */
  readonly turn: Record<string, number>
}

async function measureTurn(fleet: Fleet, { idle, turn }: Turn): Promise<void> {
  const size = fleet.services.length
  const spend = async (rate: number, next: (n: number) => VisitorsOperation) => {
    const [before, began] = [fleet.cpu(), performance.now()]
    const count = await load(fleet, rate, next)
    const [spent, seconds] = [difference(fleet.cpu(), before), (performance.now() - began) / 1_000]
    const of = (part: keyof Spent) => (spent[part] - idle[part] * seconds) / count
    return { service: of("service"), database: of("database") }
  }
  let sum = 0
  for (const operation of operations) {
    const rate = operation === "shared keystroke" ? perSecond : perSecond * size
    const { service, database } = await spend(rate, () => operation)
    if (operation.endsWith("keystroke")) await sleep(deriveMs)
    Object.assign(turn, { [`${operation} ${size} service`]: service, [`${operation} ${size} database`]: database })
    sum += ((service + database) * mixture[operation]) / 100
  }
  if (size !== sizes.at(-1)) return
  const deck = operations.flatMap((operation) => Array<VisitorsOperation>(mixture[operation]).fill(operation))
  const waits = sampleWaits(fleet)
  const mixed = await spend(perSecond * size, (n) => deck[(n * 37) % deck.length] ?? "redirect")
  turn[`waits ${size}`] = await waits.end()
  await sleep(deriveMs)
  turn[`predicted ${size}`] = (mixed.service + mixed.database) / sum
}

type Spent = Record<"service" | "database", number>
type Cpu = ReturnType<Fleet["cpu"]>

const difference = (after: Cpu, before: Cpu) => ({
  service: spentBetween(after.services, before.services),
  database: spentBetween(after.backends, before.backends),
})

/** Of the processes that live at the end: the pool closes connections that were idle for long. */
const spentBetween = (after: ReadonlyMap<number, number>, before: ReadonlyMap<number, number>) =>
  [...after].reduce((sum, [pid, spent]) => sum + spent - (before.get(pid) ?? 0), 0)

/** Runs `rate` operations a second. Returns how many ran. @throws Error if one of them failed. */
async function load(fleet: Fleet, rate: number, next: (n: number) => VisitorsOperation): Promise<number> {
  const { failed, latencies } = await runFor(fleet, next, { ms: turnMs, rate })
  if (failed > 0) throw new Error(`${failed} operations failed.`)
  return latencies.length
}

/** Redirects and look-ups, while Redis stands still, and then while a process is killed. */
async function measureFaults(fleet: Fleet): Promise<BenchRow[]> {
  const next = (n: number): VisitorsOperation => (n % 2 === 0 ? "redirect" : "offer look-up")
  const during = async (what: string, fault: () => void): Promise<BenchRow[]> => {
    const running = runFor(fleet, next, { ms: 2 * turnMs, rate: perSecond * fleet.services.length })
    await sleep(turnMs / 2)
    fault()
    const { failed, latencies } = await running
    return [
      { name: `${what}: failed requests`, value: failed, unit: "", atMost: 0 },
      { name: `${what}: p99`, value: percentile(latencies, 0.99), unit: "ms" },
    ]
  }
  const frozen = await during("Redis stands still", () => fleet.redis.freeze())
  fleet.redis.thaw()
  return [
    ...frozen,
    ...(await during("one of four processes is killed", () => fleet.services[0]?.child.kill("SIGKILL"))),
  ]
}

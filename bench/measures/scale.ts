import { setTimeout as sleep } from "node:timers/promises"
import type { BenchRun, Measured } from "../case.ts"
import { type Fleet, type Spent, spend, startFleet } from "../loads/fleet.ts"
import { queryRows } from "../loads/studio.ts"
import { atRate, mediansOf, named, percentile, rateOf } from "../loads/turns.ts"

type VisitorsOperation = keyof Fleet["operations"]
/** How many of a hundred operations are of each kind, where all of them run together. */
const mixture: Record<VisitorsOperation, number> = {
  ...{ redirect: 50, "offer look-up": 20, checkout: 5 },
  ...{ "tool call": 15, keystroke: 10, "shared keystroke": 0 },
}
export const visitorsOperations = Object.keys(mixture) as VisitorsOperation[]
/**
 * Operations of a process. Each process has the same load in each fleet: with a quarter of it, each operation wakes a
 * process that sleeps and finds colder caches of the processor, and costs up to twice as much, also in a single process.
 */
const perSecond = 25
const largest = 4

/**
 * One and four processes, in turns: the processor time of an operation, of the processes and of PostgreSQL (operations 51),
 * the transactions of an idle process (operations 52), and a mixture of operations (operations 54).
 */
export async function measureScale(run: BenchRun): Promise<Measured> {
  const { warmUpMs: settleMs, restMs, turnMs, times } = run.sizes
  const fleets = [await startFleet(run, 1), await startFleet(run, largest)] as const
  await sleep(settleMs) // what a start does once is over then
  const before = await transactionsOf(fleets[1])
  const rest = async (fleet: Fleet): Promise<Side> => ({ fleet, turnMs, idle: await spend(fleet, () => sleep(restMs)) })
  const [one, many] = await Promise.all([rest(fleets[0]), rest(fleets[1])])
  const transactions = ((await transactionsOf(fleets[1])) - before) / largest / (restMs / 1_000)
  for (const fleet of fleets) await warmUp(fleet, times * fleet.services.length)
  const figures = await mediansOf(run.rounds, async () => {
    const turn: Record<string, number> = {}
    let predicted = 0
    for (const operation of visitorsOperations) {
      const [{ service, database }, together] = [await costOf(one, operation), await costOf(many, operation)]
      const sum = together.service + together.database
      Object.assign(turn, { [operation]: service, [`${operation} database`]: database })
      turn[`${operation} ratio`] = sum / (service + database)
      predicted += (sum * mixture[operation]) / 100
    }
    return { ...turn, ...(await mixtureOf(many, predicted)) }
  })
  return { ...figures, transactions, ...(await measureFaults(many)) }
}

async function transactionsOf({ studio }: Fleet): Promise<number> {
  const query = "select xact_commit + xact_rollback count from pg_stat_database where datname = current_database()"
  return Number((await queryRows<{ count: string }>(studio, query))[0]?.count)
}

/** Runs each operation often enough that its code is optimized. */
async function warmUp({ operations }: Fleet, times: number): Promise<void> {
  for (const run of Object.values(operations)) {
    for (let n = 0; n < times; n += 10) await Promise.all(Array.from({ length: 10 }, () => run()))
  }
}

/** What a fleet spends while it is unused does not count. */
interface Side {
  readonly fleet: Fleet
  readonly idle: Spent
  readonly turnMs: number
}

async function costOf(side: Side, operation: VisitorsOperation) {
  const rate = operation === "shared keystroke" ? perSecond : perSecond * side.fleet.services.length
  const cost = await costAtRate(side, rate, side.fleet.operations[operation])
  if (operation.endsWith("keystroke")) await sleep(side.turnMs) // a doc's JSON and words are derived once, then
  return cost
}

async function costAtRate({ fleet, idle, turnMs }: Side, rate: number, work: (n: number) => Promise<unknown>) {
  const spent = await spend(fleet, () => atRate(rate, turnMs, work))
  const of = (part: "service" | "database") =>
    (spent[part] - (idle[part] * spent.seconds) / idle.seconds) / ((rate * turnMs) / 1_000)
  return { service: of("service"), database: of("database") }
}

/** All operations together, to the sum of their costs; and how often a connection waited for a lock meanwhile. */
async function mixtureOf(side: Side, predicted: number): Promise<Measured> {
  const { operations, studio } = side.fleet
  const deck = visitorsOperations.flatMap((operation) => Array<VisitorsOperation>(mixture[operation]).fill(operation))
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  let waits = 0
  const look = async () => {
    if ((await queryRows(studio, waiting)).length > 0) waits += 1
    await sleep(20)
  }
  const [{ service, database }, { count }] = await Promise.all([
    costAtRate(side, perSecond * largest, (n) => operations[deck[(n * 37) % deck.length] ?? "redirect"]()),
    rateOf(side.turnMs, 1, look),
  ])
  await sleep(side.turnMs)
  return { mixture: (service + database) / predicted, waits: (waits / count) * 100 }
}

/** Redirects and look-ups, while Redis stands still, and then while a process is killed. */
async function measureFaults({ fleet: { operations, redis, services }, turnMs }: Side): Promise<Measured> {
  const during = async (fault: () => void) => {
    let failed = 0
    const noteFailure = () => {
      failed += 1
    }
    const ask = (n: number) => operations[n % 2 === 0 ? "redirect" : "offer look-up"]().catch(noteFailure)
    const running = atRate(perSecond * largest, 2 * turnMs, ask)
    await sleep(turnMs / 2)
    fault()
    return { p99: percentile(await running, 0.99), failed }
  }
  const frozen = await during(() => redis.freeze())
  redis.thaw()
  const killed = await during(() => services[0]?.child.kill("SIGKILL"))
  return { ...named("frozen", frozen), ...named("killed", killed) }
}

import { setTimeout as sleep } from "node:timers/promises"
import { perform } from "../../server/src/access/perform.ts"
import { createLink } from "../../server/src/domains/links/index.ts"
import { redisServer } from "../../server/test/support/databases/redis-server.ts"
import type { DocEditor } from "../../server/test/support/docs/doc-editor.ts"
import { sharedText } from "../../server/test/support/docs/shared-lines.ts"
import { offerOnSale } from "../../server/test/support/selling/shop.ts"
import { worldSecret } from "../../server/test/support/worlds/world.ts"
import type { BenchRun, Measured } from "../case.ts"
import { mcpHeaders, openClientPool, requestBytes, toolCall } from "../loads/http.ts"
import { type RunningService, startService, threadTimesOf } from "../loads/servers.ts"
import {
  type BenchStudio,
  makeDocs,
  newConnection,
  newMembers,
  newPostgres,
  openDocs,
  openStudio,
  queryRows,
} from "../loads/studio.ts"
import { atRate, inParallel, inSequence, mediansOf, named, percentile, rateOf, timeOf } from "../loads/turns.ts"

/** The percentage of each operation in the mixed load. */
const mixture = {
  ...{ redirect: 50, "offer look-up": 20, checkout: 5 },
  ...{ "tool call": 15, keystroke: 10, "shared keystroke": 0 },
}
type VisitorsOperation = keyof typeof mixture
export const visitorsOperations = Object.keys(mixture) as VisitorsOperation[]
/**
 * Operations of a process. Each process has the same load in each fleet: with a quarter of it, each operation wakes a
 * process that sleeps and finds colder caches of the processor, and costs up to twice as much, also in a single process.
 */
const perSecond = 25
const largest = 4

/**
 * One and four processes, in turns: the processor time of an operation, of the processes and of PostgreSQL,
 * the transactions of an idle process, and a mixture of operations.
 */
export async function measureScale(run: BenchRun): Promise<Measured> {
  const { restMs, turnMs, times } = run.sizes
  const fleets = [await startFleet(run, 1), await startFleet(run, largest)] as const
  await sleep(3 * restMs) // waits until the one-time work of a start is done
  const rest = async (fleet: Fleet) => ({ ...fleet, turnMs, idle: await spend(fleet, () => sleep(restMs)) })
  const [one, many] = await Promise.all([rest(fleets[0]), rest(fleets[1])])
  for (const { operations, services } of fleets) {
    for (const work of Object.values(operations))
      await inSequence((times * services.length) / 10, () => inParallel(10, work))
  }
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
  const transactions = many.idle.transactions / largest / many.idle.seconds
  return { ...figures, transactions, ...(await measureFaults(many)) }
}

/** A fleet with its consumption while idle, which is subtracted. */
type Side = Fleet & { readonly idle: Spent; readonly turnMs: number }

async function costOf(side: Side, operation: VisitorsOperation) {
  const rate = operation === "shared keystroke" ? perSecond : perSecond * side.services.length
  const cost = await costAtRate(side, rate, side.operations[operation])
  if (operation.endsWith("keystroke")) await sleep(side.turnMs) // a doc's JSON and words are derived once, then
  return cost
}

async function costAtRate(side: Side, rate: number, work: (n: number) => Promise<unknown>) {
  const { idle, turnMs } = side
  const spent = await spend(side, () => atRate(rate, turnMs, work))
  const of = (part: "service" | "database") =>
    (spent[part] - (idle[part] * spent.seconds) / idle.seconds) / ((rate * turnMs) / 1_000)
  return { service: of("service"), database: of("database") }
}

/** All operations together, to the sum of their costs; and how often a connection waited for a lock meanwhile. */
async function mixtureOf(side: Side, predicted: number): Promise<Measured> {
  const { operations, studio, turnMs } = side
  const deck = visitorsOperations.flatMap((operation) => Array<VisitorsOperation>(mixture[operation]).fill(operation))
  const work = (n: number) => operations[deck[(n * 37) % deck.length] ?? "redirect"]()
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  let waits = 0
  const look = async () => {
    waits += Math.sign((await queryRows(studio, waiting)).length)
    await sleep(20)
  }
  const working = costAtRate(side, perSecond * largest, work)
  const [{ service, database }, { count }] = await Promise.all([working, rateOf(turnMs, 1, look)])
  await sleep(turnMs)
  return { mixture: (service + database) / predicted, waits: (waits / count) * 100 }
}

/** Redirects and look-ups, while Redis stands still, and then while a process is killed. */
async function measureFaults({ operations, redis, services, turnMs }: Side): Promise<Measured> {
  const during = async (fault: () => unknown) => {
    const faults: unknown[] = []
    const ask = (n: number) => operations[n % 2 === 0 ? "redirect" : "offer look-up"]().catch((one) => faults.push(one))
    const running = atRate(perSecond * largest, 2 * turnMs, ask)
    await sleep(turnMs / 2)
    fault()
    return { p99: percentile(await running, 0.99), failed: faults.length }
  }
  const frozen = await during(() => redis.freeze())
  redis.thaw()
  return { ...named("frozen", frozen), ...named("killed", await during(() => services[0]?.child.kill("SIGKILL"))) }
}

/** The public address of every process; each listens on a port of its own. */
const base = "http://localhost:3000"

type Fleet = Awaited<ReturnType<typeof startFleet>>

/** Several processes of one installation, with a database and a Redis of their own, and the operations of visitors. */
async function startFleet(run: BenchRun, size: number) {
  const redis = await redisServer(run)
  await redis.start()
  const shared = { SVC_BASE_URL: base, SVC_COUNTERS_URL: redis.url, SVC_DATABASE_URL: await newPostgres(run) }
  const settings = { ...shared, SVC_SECRET_KEY: worldSecret, SVC_DATABASE_POOL: "4" }
  const studio = await openStudio(run, settings)
  const { shortKey } = await offerOnSale({ app: studio.app, callers: { member: studio.caller } })
  await perform(studio, createLink, { destination: "https://example.com/", slug: "spring" })
  const { accessToken } = await newConnection(studio, "links:read")
  const services = await inSequence(size, () => startService(run, settings))
  const pools = await Promise.all(services.map(({ url }) => openClientPool(url, 1)))
  run.after(() => pools.map((pool) => pool.close()))
  let turn = 0
  /** Asks the next process that answers. A kept connection may have been closed, so one process is asked twice. */
  const ask = async (path: string, body?: string, triesLeft = Math.max(2, size)): Promise<unknown> => {
    turn += 1
    const request = requestBytes(`${base}${path}`, body === undefined ? {} : mcpHeaders(accessToken), body)
    const asked = pools[turn % size]?.ask(request)
    return asked?.catch((fault) => (triesLeft > 1 ? ask(path, body, triesLeft - 1) : Promise.reject(fault)))
  }
  const operations = {
    redirect: () => ask("/s/spring"),
    "offer look-up": () => ask(`/api/pay/${shortKey}`),
    checkout: () => ask(`/api/pay/${shortKey}/checkout`, JSON.stringify({ buyerEmail: `bo${turn}@example.com` })),
    "tool call": () => ask("/mcp", toolCall("list_links")),
    ...(await prepareTyping(run, studio, services)),
  }
  return { studio, services, redis, operations }
}

/** A keystroke in a doc that two people have open on one process, and in one that four people have open on all. */
async function prepareTyping(run: BenchRun, studio: BenchStudio, services: readonly RunningService[]) {
  const [people, [shared = "", ...docs]] = [await newMembers(studio, 1), await makeDocs(studio, services.length + 1)]
  const [apart, together]: [DocEditor[], DocEditor[]] = [[], []]
  for (const [n, service] of services.entries()) {
    apart.push(...(await openDocs(run, { service, people }, { docs: docs.slice(n, n + 1), count: 2 })))
    together.push(...(await openDocs(run, { service, people }, { docs: [shared], count: 4 / services.length })))
  }
  let turn = 0
  const typeIn = (editors: readonly DocEditor[]) => async () => {
    turn += 1
    sharedText((editors[turn % editors.length] as DocEditor).doc).insert(0, "a", {})
  }
  return { keystroke: typeIn(apart), "shared keystroke": typeIn(together) }
}

/** Processor time in microseconds. */
type Spent = Record<"service" | "database" | "seconds" | "transactions", number>

/** The consumption of the processes and PostgreSQL during `work`. Connections that the pool closed do not count. */
async function spend({ studio, services }: Fleet, work: () => Promise<unknown>): Promise<Spent> {
  const read = async () => {
    const query = `select pid, xact_commit + xact_rollback sum
      from pg_stat_activity join pg_stat_database using (datname) where datname = current_database()`
    const backends = await queryRows<{ pid: number; sum: string }>(studio, query)
    const service = threadTimesOf(services.map(({ child }) => child.pid ?? 0))
    return { service, database: threadTimesOf(backends.map(({ pid }) => pid)), sum: Number(backends[0]?.sum) }
  }
  const before = await read()
  const seconds = (await timeOf(work)) / 1_000
  const after = await read()
  const sum = (part: "service" | "database") =>
    [...after[part]].reduce((total, [pid, spent]) => total + spent - (before[part].get(pid) ?? 0), 0)
  return { service: sum("service"), database: sum("database"), seconds, transactions: after.sum - before.sum }
}

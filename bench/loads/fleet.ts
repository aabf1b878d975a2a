import { readdirSync, readFileSync } from "node:fs"
import { perform } from "../../server/src/access/perform.ts"
import { createLink } from "../../server/src/domains/links/index.ts"
import { redisServer } from "../../server/test/support/databases/redis-server.ts"
import { type DocEditor, openEditor } from "../../server/test/support/docs/doc-editor.ts"
import { sharedText } from "../../server/test/support/docs/shared-lines.ts"
import { offerOnSale } from "../../server/test/support/selling/shop.ts"
import type { BenchRun } from "../case.ts"
import { mcpHeaders, openClientPool, requestBytes, toolCall } from "./http.ts"
import { type RunningService, startService } from "./servers.ts"
import type { BenchStudio } from "./studio.ts"
import { docsSocket, makeDocs, newConnection, newPostgres, openStudio, queryRows, signInMembers } from "./studio.ts"
import { timeOf } from "./turns.ts"

/** The public address of every process; each listens on a port of its own. */
const base = "http://localhost:3000"

export type Fleet = Awaited<ReturnType<typeof startFleet>>

/** Several processes of one installation, with a database and a Redis of their own, and the operations of visitors. */
export async function startFleet(run: BenchRun, size: number) {
  const redis = await redisServer(run)
  await redis.start()
  const shared = { SVC_BASE_URL: base, SVC_COUNTERS_URL: redis.url, SVC_DATABASE_URL: await newPostgres(run) }
  const settings = { ...shared, SVC_SECRET_KEY: "a secret of at least thirty-two characters", SVC_DATABASE_POOL: "4" }
  const studio = await openStudio(run, settings)
  const { shortKey } = await offerOnSale({ app: studio.app, callers: { member: studio.caller } })
  await perform(studio, createLink, { destination: "https://example.com/", slug: "spring" })
  const { accessToken } = await newConnection(studio, "links:read")
  const services: RunningService[] = []
  for (let n = 0; n < size; n += 1) services.push(await startService(run, settings))
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
    ...(await openDocs(run, studio, services)),
  }
  return { studio, services, redis, operations }
}

/** A keystroke in a doc that two people have open on one process, and in one that four people have open on all. */
async function openDocs(run: BenchRun, studio: BenchStudio, services: readonly RunningService[]) {
  const { length: size } = services
  const docs = await makeDocs(studio, size + 1)
  const [person] = await signInMembers(studio, 1)
  const typing = async (count: number, docOf: (n: number) => string | undefined) => {
    const editors: DocEditor[] = []
    for (let n = 0; n < count; n += 1) {
      const { url, headers } = docsSocket(services[n % size] as RunningService, person)
      const editor = openEditor(
        { url, headers: { ...headers, host: new URL(base).host, origin: base } },
        docOf(n) ?? "",
      )
      run.after(editor.close)
      await editor.saved()
      editors.push(editor)
    }
    let turn = 0
    return async () => sharedText((editors[turn++ % count] as DocEditor).doc).insert(0, "a", {})
  }
  return {
    keystroke: await typing(2 * size, (n) => docs[n % size]),
    "shared keystroke": await typing(4, () => docs[size]),
  }
}

/** Processor time in microseconds. */
export type Spent = Record<"service" | "database" | "seconds", number>

/** What the processes and PostgreSQL spend during `work`. Ended processes do not count: the pool closes connections. */
export async function spend({ studio, services }: Fleet, work: () => Promise<unknown>): Promise<Spent> {
  const read = async () => {
    const query = "select pid from pg_stat_activity where datname = current_database()"
    const backends = (await queryRows<{ pid: number }>(studio, query)).map(({ pid }) => pid)
    return { service: cpuOf(services.map(({ child }) => child.pid ?? 0)), database: cpuOf(backends) }
  }
  const before = await read()
  const seconds = (await timeOf(work)) / 1_000
  const after = await read()
  const of = (part: "service" | "database") =>
    [...after[part]].reduce((sum, [pid, spent]) => sum + spent - (before[part].get(pid) ?? 0), 0)
  return { service: of("service"), database: of("database"), seconds }
}

/** All threads of each process that still runs. The scheduler counts in nanoseconds. */
function cpuOf(pids: readonly number[]): ReadonlyMap<number, number> {
  const nanoseconds = (thread: string) => Number(readFileSync(`${thread}/schedstat`, "utf8").split(" ")[0])
  const cpu = (pid: number) => {
    try {
      const threads = readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`)
      return threads.reduce((sum, thread) => sum + nanoseconds(thread), 0) / 1_000
    } catch {
      return 0 // it ended meanwhile
    }
  }
  return new Map(pids.map((pid) => [pid, cpu(pid)]))
}

import { readdirSync, readFileSync } from "node:fs"
import { sql } from "kysely"
import { perform, systemContext } from "../server/src/access/perform.ts"
import { createDoc } from "../server/src/domains/docs/index.ts"
import { createLink } from "../server/src/domains/links/index.ts"
import { newId } from "../server/src/kernel/ids.ts"
import { hashSecret, newSecret } from "../server/src/kernel/secret.ts"
import type { RunningApp } from "../server/src/start/app.ts"
import { connect } from "../server/test/support/agents/connect.ts"
import { type RedisServer, redisServer } from "../server/test/support/databases/redis-server.ts"
import { createDatabase, dropDatabase, postgresUrlOf } from "../server/test/support/databases/test-run.ts"
import { type DocEditor, openEditor } from "../server/test/support/docs/doc-editor.ts"
import { sharedText } from "../server/test/support/docs/shared-lines.ts"
import { makeMember, openEmptyApp, personCaller } from "./in-process.ts"
import { type LoadClient, nextOpen, openClient, requestBytes } from "./load.ts"
import { sell } from "./sales.ts"
import { type RunningServer, startService } from "./servers.ts"

/** The public address of every process; each listens on a port of its own. */
const base = "http://localhost:3000"

export const operations = ["redirect", "offer look-up", "checkout", "tool call", "keystroke", "shared keystroke"] as const // biome-ignore format: a list
export type VisitorsOperation = (typeof operations)[number]
type AskedOperation = Exclude<VisitorsOperation, "keystroke" | "shared keystroke">

/** The people in the doc of each process. */
const writersOfDoc = 2
/** The people in the doc that all processes have open. */
const writersOfShared = 4

/** Several processes of one installation, with a database and a Redis of their own. */
export interface Fleet {
  readonly services: readonly RunningServer[]
  readonly redis: RedisServer
  readonly app: RunningApp
  /** Runs one operation at the next process that answers. Returns false where none does. */
  run(operation: VisitorsOperation): Promise<boolean>
  /** The processor time of each process so far, in microseconds, by its id. */
  cpu(): { services: ReadonlyMap<number, number>; backends: ReadonlyMap<number, number> }
  /** Transactions of the database so far. */
  transactions(): Promise<number>
  stop(): Promise<void>
}

/** Starts `size` processes, with an offer, a link, a doc and a connected agent. */
export async function startFleet(size: number): Promise<Fleet> {
  const ends: (() => unknown)[] = []
  const name = await createDatabase()
  const redis = await redisServer({ after: (end: () => unknown) => void ends.push(end) })
  await redis.start()
  const settings = {
    SVC_DATABASE_URL: postgresUrlOf(name),
    SVC_SECRET_KEY: "a secret of at least thirty-two characters",
    SVC_BASE_URL: base,
    SVC_COUNTERS_URL: redis.url,
    SVC_DATABASE_POOL: "4",
  }
  const app = await openEmptyApp(settings)
  const made = await fill(app, size)
  const services: RunningServer[] = []
  for (let n = 0; n < size; n += 1) services.push(await startService(settings))
  const editors = await openEditors(services, made)
  return {
    ...{ services, redis, app },
    run: roundRobin(services, editors, made),
    cpu: () => ({
      services: new Map(services.map(({ child: { pid = 0 } }) => [pid, cpuOf(pid)])),
      backends: new Map(backendsOf(name).map((pid) => [pid, cpuOf(pid)])),
    }),
    transactions: async () => {
      const { rows } = await sql<{ count: string }>`select xact_commit + xact_rollback count from pg_stat_database
        where datname = ${name}`.execute(app.database.read as never)
      return Number(rows[0]?.count)
    },
    async stop() {
      for (const editor of Object.values(editors).flat()) editor.close()
      await Promise.all(services.filter(({ child }) => child.exitCode === null && child.signalCode === null).map((service) => service.stop())) // biome-ignore format: one thought
      await app.close()
      for (const end of ends) await end()
      await dropDatabase(name)
    },
  }
}

interface Made {
  readonly slug: string
  readonly offer: string
  readonly token: string
  /** One for each process, and one that all of them have open. */
  readonly docs: readonly string[]
  readonly cookie: string
}

async function fill(app: RunningApp, size: number): Promise<Made> {
  const member = await makeMember(app, "studio")
  const caller = personCaller(member)
  const offer = await sell(app, member, {})
  const { slug } = await perform({ app, caller }, createLink, { destination: "https://example.com/", slug: "spring" })
  const docs: string[] = []
  for (let n = 0; n <= size; n += 1) docs.push((await perform({ app, caller }, createDoc, { title: "Notes" })).id)
  const { accessToken } = await connect({ app, cx: systemContext(app) }, caller, { scopes: ["links:read"] })
  const cookie = newSecret("session")
  const now = Date.now()
  const times = { created_at: now, last_seen_at: now, expires_at: now + 86_400_000 }
  const session = { id: newId("session"), hash: hashSecret(cookie), account_id: member.accountId, label: "A browser" }
  await app.database.transaction((db) =>
    db
      .insertInto("sessions")
      .values({ ...session, ...times })
      .execute(),
  )
  return { slug, offer, token: accessToken, docs, cookie: `session=${cookie}` }
}

async function openEditors(services: readonly RunningServer[], made: Made): Promise<Editors> {
  const { length: size } = services
  const openAll = (count: number, docOf: (n: number) => string) =>
    Promise.all(Array.from({ length: count }, (_, n) => openDoc(services[n % size] as RunningServer, made, docOf(n))))
  return {
    keystroke: await openAll(size * writersOfDoc, (n) => made.docs[n % size] ?? ""),
    "shared keystroke": await openAll(writersOfShared, () => made.docs.at(-1) ?? ""),
  }
}

async function openDoc(service: RunningServer, { cookie }: Made, docId: string): Promise<DocEditor> {
  const url = `${service.url.replace("http", "ws")}/console/docs-socket?workspace=studio`
  const editor = openEditor({ url, headers: { cookie, origin: base, host: new URL(base).host } }, docId)
  await editor.saved()
  return editor
}

type Editors = Readonly<Record<"keystroke" | "shared keystroke", readonly DocEditor[]>>

function roundRobin(services: readonly RunningServer[], editors: Editors, made: Made): Fleet["run"] {
  const idle = services.map((): LoadClient[] => [])
  let turn = 0
  const ask = async (at: number, request: Buffer): Promise<boolean> => {
    const its = idle[at] ?? []
    try {
      const client = nextOpen(its) ?? (await openClient(services[at]?.url ?? ""))
      await client.ask(request)
      its.push(client)
      return true
    } catch {
      its.splice(0)
      return false
    }
  }
  return async (operation) => {
    turn += 1
    if (operation === "keystroke" || operation === "shared keystroke") {
      const editor = editors[operation][turn % editors[operation].length]
      if (editor) sharedText(editor.doc).insert(0, "a", {})
      return editor !== undefined
    }
    const request = requestOf(operation, made, turn)
    // A kept connection may have been closed at this moment, so one process is asked twice.
    for (let tries = 0; tries < Math.max(2, services.length); tries += 1) {
      if (await ask((turn + tries) % services.length, request)) return true
    }
    return false
  }
}

function requestOf(operation: AskedOperation, made: Made, turn: number): Buffer {
  const host = { Host: new URL(base).host }
  if (operation === "redirect") return requestBytes(`${base}/s/${made.slug}`, host)
  if (operation === "offer look-up") return requestBytes(`${base}/api/pay/${made.offer}`, host)
  const json = { ...host, "Content-Type": "application/json", Accept: "application/json, text/event-stream" }
  if (operation === "checkout") {
    const body = JSON.stringify({ buyerEmail: `bo${turn}@example.com` })
    return requestBytes(`${base}/api/pay/${made.offer}/checkout`, json, body)
  }
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_links", arguments: {} } }
  const headers = { ...json, "MCP-Protocol-Version": "2025-06-18", Authorization: `Bearer ${made.token}` }
  return requestBytes(`${base}/mcp`, headers, JSON.stringify(call))
}

/** All threads of a process, in microseconds. The scheduler counts in nanoseconds. */
function cpuOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const read = (thread: string) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0])
    return threads.reduce((sum, thread) => sum + read(thread), 0) / 1_000
  } catch {
    return 0 // it ended
  }
}

/** PostgreSQL's processes that serve a database. Each has the name of its database in its title. */
const backendsOf = (name: string): number[] =>
  readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && titleOf(pid).includes(` ${name} `)).map(Number) // biome-ignore format: one thought

function titleOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")
  } catch {
    return ""
  }
}

import type { TestContext } from "node:test"
import { type App, systemContext } from "#access/perform.ts"
import { noteAccess } from "#changes/note-change.ts"
import { readSettings } from "#config/settings.ts"
import { newId } from "#kernel/ids.ts"
import { hashSecret, newSecret } from "#kernel/secret.ts"
import type { Database } from "#storage/database.ts"
import { type DatabaseKind, migratedDatabaseUrl, temporaryFolder } from "#test/support/databases/test-databases.ts"
import { openStream, type StreamEvent } from "#test/support/http/event-stream.ts"
import { freePort } from "#test/support/http/free-port.ts"
import { type ServerProcess, startServer } from "#test/support/processes/server-process.ts"
import { silentLog } from "#test/support/worlds/world.ts"
import { openApp } from "../../src/start/app.ts"
import { callTool, connectAgent } from "./crash-agent.ts"
import { type LivePage, openPage } from "./live-page.ts"

const baseUrl = "http://localhost:3000"

export interface Ground {
  database: Database
  /** The running servers, in the order of their ports. */
  servers: (ServerProcess | undefined)[]
  /** Restarts a server at its port. */
  start(at: number): Promise<void>
  kill(at: number): Promise<void>
  /** Opens a page, closed after the test, that uses any server, or only the one at this index. */
  open(at?: number): LivePage
  /** Lets an agent make a link at one of the servers; returns whether the response confirmed it. */
  makeLink(name: string, at: number): Promise<boolean>
  /**
   * Signs the person out in this process. Returns the milliseconds until a stream at a server ended, and its last
   * event.
   */
  signOut(at: number): Promise<{ ms: number; last: StreamEvent | undefined }>
  /** The newest links as a page shows them, and the number of the last change. */
  truth(): Promise<{ shown: string; seq: number }>
}

interface Plan {
  kind: DatabaseKind
  processes: number
  settings?: Record<string, string>
}

/** Starts processes on one database, with a workspace, an agent that acts there, and a signed-in person. */
export async function liveGround(t: TestContext, { kind, processes, settings = {} }: Plan): Promise<Ground> {
  const ground = { dataDir: temporaryFolder(t), databaseUrl: await migratedDatabaseUrl(t, kind) }
  const token = await connectAgent(ground, baseUrl)
  const app = await openApp(readSettings({ ...common(ground), ...settings }), silentLog)
  t.after(() => app.close())
  const { database } = app
  const cookie = await signIn(database)
  const ports = await Promise.all(Array.from({ length: processes }, freePort))
  const servers: Ground["servers"] = []
  const rates = { SVC_RATE_TOOLS: "1000000", SVC_RATE_CONSOLE: "1000000" }
  const start: Ground["start"] = async (at) => {
    servers[at] = await startServer(t, { ...common(ground), ...rates, ...settings, SVC_PORT: String(ports[at]) })
  }
  await Promise.all(ports.map((_, at) => start(at)))
  const urls = (at?: number) =>
    servers.flatMap((server, place) => (server && (at ?? place) === place ? [server.url] : []))
  return {
    ...{ database, servers, start },
    async kill(at) {
      const server = servers[at]
      servers[at] = undefined
      server?.process.kill("SIGKILL")
      await server?.ended
    },
    open(at) {
      const page = openPage(() => urls(at), cookie)
      t.after(page.close)
      return page
    },
    async makeLink(name, at) {
      const args = { destination: `https://example.com/${name}`, idempotency_key: name }
      const call = { url: urls(at)[0] ?? "http://127.0.0.1:1", baseUrl, token, name: "create_link", args }
      return callTool(call).then(
        (text) => text.includes('"result"'),
        () => false,
      )
    },
    signOut: (at) => signOut(app, urls(at)[0] ?? "", cookie),
    truth: () => readTruth(database),
  }
}

const common = (ground: { dataDir: string; databaseUrl: string }) => {
  return { SVC_DATA_DIR: ground.dataDir, SVC_DATABASE_URL: ground.databaseUrl, SVC_BASE_URL: baseUrl }
}

/** Signs the workspace's member in; returns their browser's cookie. */
async function signIn({ read, transaction }: Database): Promise<string> {
  const member = await read
    .selectFrom("accounts")
    .select("id")
    .where("email", "=", "member@agents.example")
    .executeTakeFirstOrThrow()
  const token = newSecret("session")
  const times = { created_at: Date.now(), last_seen_at: Date.now(), expires_at: Date.now() + 86_400_000 }
  const row = { id: newId("session"), hash: hashSecret(token), account_id: member.id, label: "A browser", ...times }
  await transaction((db) => db.insertInto("sessions").values(row).execute())
  return `session=${token}`
}

async function signOut(app: App, url: string, cookie: string): ReturnType<Ground["signOut"]> {
  const stream = await openStream(`${url}/console/live?workspace=agents`, { cookie })
  await stream.next()
  const began = performance.now()
  await systemContext(app).atomically(async (cx) => {
    const ended = await cx.db.deleteFrom("sessions").returning("account_id").executeTakeFirstOrThrow()
    noteAccess(cx, ended.account_id)
  })
  await stream.ended
  return { ms: performance.now() - began, last: stream.events.at(-1) }
}

async function readTruth({ read }: Database): Promise<{ shown: string; seq: number }> {
  const links = read.selectFrom("short_links").select("id").orderBy("created_at", "desc").orderBy("id", "desc")
  const rows = await links.limit(50).execute()
  const clock = await read.selectFrom("workspace_clocks").select("seq").executeTakeFirst()
  return { shown: rows.map(({ id }) => id).join(" "), seq: Number(clock?.seq ?? 0) }
}

import type { TestContext } from "node:test"
import type { BrowserContext, Page } from "playwright-core"
import type { Role } from "#access/roles.ts"
import { newId } from "#kernel/ids.ts"
import { hashSecret, newSecret } from "#kernel/secret.ts"
import { type DatabaseKind, migratedDatabaseUrl, temporaryFolder } from "../databases/test-databases.ts"
import { putDoc } from "../docs/put-doc.ts"
import { freePort } from "../http/free-port.ts"
import { type ServerProcess, startServer } from "../processes/server-process.ts"
import { type World, world, worldSecret } from "../worlds/world.ts"
import { browserAt } from "./studio.ts"

/** A database with people and a doc, and processes of the service on it that can be killed. */
export interface Ground {
  docPath: string
  /** Starts a process; it gets the same address at each start. */
  serve(): Promise<Served>
  /** A browser in which a person of `studio` is signed in at a process. */
  browse(at: Served, who: Role): Promise<{ page: Page; context: BrowserContext }>
}

export interface Served {
  url: string
  /** Kills it and restarts it. */
  restart(): Promise<void>
}

/** The number of empty lines in the doc. */
const lines = 100

/** Prepares the database for people who write one doc. `settings` are added to those of each process. */
export async function docsGround(
  t: TestContext,
  kind: DatabaseKind,
  settings: Record<string, string> = {},
): Promise<Ground> {
  const databaseUrl = await migratedDatabaseUrl(t, kind)
  const studio = await world(t, kind, { databaseUrl })
  const docId = await putDoc(studio, { content: Array.from({ length: lines }, () => ({ type: "paragraph" })) })
  const shared = { SVC_DATABASE_URL: databaseUrl, SVC_SECRET_KEY: worldSecret, SVC_LOG_LEVEL: "info", ...settings }
  return {
    docPath: `/studio/docs/${docId}`,
    serve: () => serve(t, { ...shared, SVC_DATA_DIR: temporaryFolder(t) }),
    async browse({ url }, who) {
      const open = await browserAt(t, url)
      // While the service is dead, its requests fail.
      const opened = await open({ refusals: /./ })
      const cookie = { name: "session", value: await signIn(studio, who), url }
      await opened.context.addCookies([cookie])
      return opened
    },
  }
}

async function serve(t: TestContext, settings: Record<string, string>): Promise<Served> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const start = () => startServer(t, { ...settings, SVC_PORT: String(port), SVC_BASE_URL: url })
  let server: ServerProcess = await start()
  return {
    url,
    async restart() {
      server.process.kill("SIGKILL")
      await server.ended
      server = await start()
    },
  }
}

/** Begins a session, and returns its cookie. The processes use the machine's clock, not the world's. */
async function signIn({ app, callers }: World, who: Role): Promise<string> {
  const caller = callers[who]
  if (caller.kind !== "person") throw new Error("Only people sign in.")
  const token = newSecret("session")
  const now = Date.now()
  const times = { created_at: now, last_seen_at: now, expires_at: now + 86_400_000 }
  const row = {
    id: newId("session"),
    hash: hashSecret(token),
    account_id: caller.accountId,
    label: "Chromium",
    ...times,
  }
  await app.database.transaction((db) => db.insertInto("sessions").values(row).execute())
  return token
}

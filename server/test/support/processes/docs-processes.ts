import { once } from "node:events"
import type { TestContext } from "node:test"
import { atEnd, type DatabaseKind, migratedDatabaseUrl } from "../databases/test-databases.ts"
import { type DocEditor, openEditor } from "../docs/doc-editor.ts"
import { makeDoc } from "../docs/writers.ts"
import { freePort } from "../http/free-port.ts"
import { signInBrowser } from "../worlds/docs-world.ts"
import { type World, world, worldSecret } from "../worlds/world.ts"
import { type ServerProcess, startServer } from "./server-process.ts"

/** Real processes of the service on one database with a doc. */
export interface DocsProcesses {
  readonly world: World
  readonly docId: string
  /** Starts a process on its former port. */
  start(at: number): Promise<ServerProcess>
  /** Kills a process and waits until it has ended. */
  kill(at: number): Promise<void>
  /** Opens the doc. Each connection uses the process that `at` returns. */
  open(who: "member" | "admin" | "owner", at: () => number): Promise<DocEditor>
}

const base = "http://localhost:3000"

/** Prepares processes with these settings; none is started. */
export async function docsProcesses(
  t: TestContext,
  kind: DatabaseKind,
  settings: Record<string, string> = {},
): Promise<DocsProcesses> {
  const databaseUrl = await migratedDatabaseUrl(t, kind)
  const here = await world(t, kind, { databaseUrl })
  const docId = await makeDoc(here)
  const ports = [await freePort(), await freePort()]
  const running = new Map<number, ServerProcess>()
  const common = { SVC_DATABASE_URL: databaseUrl, SVC_BASE_URL: base, SVC_SECRET_KEY: worldSecret, ...settings }
  return {
    world: here,
    docId,
    async start(at) {
      const process = await startServer(t, { ...common, SVC_PORT: String(ports[at]) })
      running.set(at, process)
      return process
    },
    async kill(at) {
      const child = running.get(at)?.process
      if (!child || child.exitCode !== null) return
      const gone = once(child, "exit")
      child.kill("SIGKILL")
      await gone
    },
    async open(who, at) {
      const app = { ...here.app, now: Date.now } // the processes use the machine's clock
      const { token } = await signInBrowser({ app }, here.callers[who])
      const request = {
        get url() {
          return `ws://127.0.0.1:${ports[at()]}/console/docs-socket?workspace=studio`
        },
        headers: { cookie: `session=${token}`, origin: base },
      }
      const editor = openEditor(request, docId)
      atEnd(t, editor.close)
      return editor
    },
  }
}

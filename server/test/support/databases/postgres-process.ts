import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chownSync, existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import type { TestContext } from "node:test"
import { Client } from "pg"
import { freePort } from "../http/free-port.ts"
import { atEnd, temporaryFolder } from "./test-databases.ts"

/** A test's own PostgreSQL, which it may crash and restart. */
export interface PostgresProcess {
  /** Its direct address, without a proxy. */
  readonly url: string
  readonly port: number
  /** Starts it (again) and waits until it accepts connections. */
  start(): Promise<void>
  /**
   * Ends it without a checkpoint, as a crash does, and waits until it has ended. `SIGQUIT` stops its processes at once;
   * after `SIGKILL` they detect by themselves that the first process is dead.
   */
  crash(signal?: "SIGQUIT" | "SIGKILL"): Promise<void>
  /** Runs an administrator's statements on a separate connection; returns the rows of the last one. */
  administer(statement: string): Promise<Record<string, unknown>[]>
}

/** The folder of PostgreSQL's programs; undefined where it is not installed. */
export function findPostgres(): string | undefined {
  const versions = "/usr/lib/postgresql"
  const candidates = existsSync(versions) ? readdirSync(versions).map((version) => join(versions, version, "bin")) : []
  try {
    candidates.unshift(execFileSync("pg_config", ["--bindir"], { encoding: "utf8", stdio: "pipe" }).trim())
  } catch {} // not on the path
  return candidates.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")))
}

/** Makes an empty PostgreSQL that is not started yet; removed after the test. */
export async function postgresProcess(t: TestContext, programs: string): Promise<PostgresProcess> {
  const user = unprivileged()
  const folder = temporaryFolder(t)
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, "data")
  const plan = { cwd: folder, stdio: "ignore", env: { PATH: process.env.PATH }, ...user } as const
  const cluster = ["--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C"]
  const [code] = await once(spawn(join(programs, "initdb"), [...cluster, "-D", data], plan), "exit")
  if (code !== 0) throw new Error(`initdb ended with ${code}`)

  const port = await freePort()
  const options = ["-D", data, "-p", String(port)]
  const settings = ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "max_connections=60"]
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let server: ChildProcess | undefined
  const crash: PostgresProcess["crash"] = async (signal = "SIGQUIT") => {
    if (!server) return
    const ended = once(server, "exit")
    server.kill(signal) // the next start recovers
    server = undefined
    await ended
  }
  atEnd(t, () => crash())
  return {
    url,
    port,
    async start() {
      do {
        // It does not start while one of its former processes is still alive.
        if (server?.exitCode !== null) server = spawn(join(programs, "postgres"), [...options, ...settings], plan)
        await new Promise((resolve) => setTimeout(resolve, 20))
      } while (!(await answers(url)))
    },
    crash,
    administer: (statement) => administer(url, statement),
  }
}

/** PostgreSQL and PgBouncer refuse to run as root, so another user runs them. */
export function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (option: string) => Number(execFileSync("id", [option, "nobody"], { encoding: "utf8" }))
  return { uid: idOf("-u"), gid: idOf("-g") }
}

const answers = (url: string) =>
  administer(url, "select 1").then(
    () => true,
    () => false,
  )

async function administer(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url)
  client.on("error", () => {}) // the statement may end all connections, also this one
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

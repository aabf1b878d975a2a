import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chownSync, existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import type { TestContext } from "node:test"
import { Client } from "pg"
import { atEnd, temporaryFolder } from "./databases.ts"
import { freePort } from "./free-port.ts"

/** A PostgreSQL of a test's own, which it may crash and start again. */
export interface PostgresProcess {
  /** Its own address, past every proxy. */
  readonly url: string
  readonly port: number
  /** Starts it (again) and waits until it answers. */
  start(): Promise<void>
  /**
   * Ends it without a checkpoint, as a crash does, and waits until it is gone: its processes are told to stop at once,
   * or (`SIGKILL`) find out by themselves that the first of them is dead.
   */
  crash(signal?: "SIGQUIT" | "SIGKILL"): Promise<void>
  /** Runs statements of an administrator on a connection of their own; answers the rows of the last one. */
  administer(statement: string): Promise<Record<string, unknown>[]>
}

/** Where PostgreSQL's programs lie; undefined where it is not installed. */
export function findPostgres(): string | undefined {
  const versions = "/usr/lib/postgresql"
  const candidates = existsSync(versions) ? readdirSync(versions).map((version) => join(versions, version, "bin")) : []
  try {
    candidates.unshift(execFileSync("pg_config", ["--bindir"], { encoding: "utf8", stdio: "pipe" }).trim())
  } catch {} // not on the path
  return candidates.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")))
}

/** Makes an empty PostgreSQL that is not started yet; gone after the test. */
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
        // It does not start while a process of the one before still lives.
        if (server?.exitCode !== null) server = spawn(join(programs, "postgres"), [...options, ...settings], plan)
        await new Promise((resolve) => setTimeout(resolve, 20))
      } while (!(await answers(url)))
    },
    crash,
    administer: (statement) => administer(url, statement),
  }
}

/** PostgreSQL refuses to run as root; then it is somebody else's. */
function unprivileged(): { uid: number; gid: number } | undefined {
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
  client.on("error", () => {}) // it may end the connections of all, its own among them
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { chownSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import type { TestContext } from "node:test"
import { freePort } from "../http/free-port.ts"
import { unprivileged } from "./postgres-process.ts"
import { atEnd, temporaryFolder } from "./test-databases.ts"

const program = "/usr/sbin/pgbouncer"

/** Why tests of PgBouncer are skipped; false where they run. Where CI=true they always run. */
export const skipWithoutPgbouncer =
  existsSync(program) || process.env.CI === "true" ? false : "PgBouncer (Debian's package pgbouncer) is not installed"

/** A PgBouncer that a test may kill and start again. */
export interface PgbouncerProcess {
  start(): Promise<void>
  kill(): Promise<void>
  /** The pooled address of a direct one. */
  pooled(url: string): string
}

/** Starts PgBouncer in transaction mode in front of a PostgreSQL. Returns the pooled address of a direct one. */
export async function pgbouncer(t: TestContext, direct: string): Promise<(url: string) => string> {
  return (await pgbouncerProcess(t, direct)).pooled
}

export async function pgbouncerProcess(t: TestContext, direct: string): Promise<PgbouncerProcess> {
  const folder = temporaryFolder(t)
  const port = await freePort()
  const settings = writeSettings(folder, new URL(direct), port)
  const user = unprivileged()
  if (user) chownSync(folder, user.uid, user.gid)
  let pooler: ChildProcess | undefined
  const end = async (signal: "SIGQUIT" | "SIGKILL") => {
    const ended = pooler?.exitCode === null && pooler.signalCode === null && once(pooler, "exit")
    pooler?.kill(signal)
    await ended
  }
  atEnd(t, () => end("SIGQUIT"))
  const start = async () => {
    pooler = spawn(program, ["-q", settings], { stdio: "ignore", ...user })
    while (!(await listens(port))) {
      if (pooler.exitCode !== null) throw new Error(`PgBouncer ended with ${pooler.exitCode}.`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  await start()
  return {
    start,
    kill: () => end("SIGKILL"),
    pooled(url) {
      const pooled = new URL(url)
      pooled.port = String(port)
      return pooled.href
    },
  }
}

function writeSettings(folder: string, { hostname, port: behind, username }: URL, port: number): string {
  const file = join(folder, "pgbouncer.ini")
  const own = {
    "host=10.0.0.11 port=5432": `host=${hostname} port=${behind || 5432}`,
    "listen_port = 6432": `listen_port = ${port}\nunix_socket_dir =\nlogfile = ${join(folder, "pgbouncer.log")}`,
    "auth_type = scram-sha-256": "auth_type = trust",
    "/etc/pgbouncer/users.txt": join(folder, "users.txt"),
  }
  const example = readFileSync(join(import.meta.dirname, "../../../../deploy/pgbouncer/pgbouncer.ini"), "utf8")
  for (const part of Object.keys(own)) if (!example.includes(part)) throw new Error(`The example lacks ${part}.`)
  writeFileSync(join(folder, "users.txt"), `"${username}" ""\n`)
  writeFileSync(file, Object.entries(own).reduce((text, [part, real]) => text.replace(part, real), example)) // biome-ignore format: one thought
  return file
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy()
      resolve(true)
    }).on("error", () => resolve(false))
  })
}

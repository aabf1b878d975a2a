import { spawn } from "node:child_process"
import { once } from "node:events"
import { chownSync, existsSync, writeFileSync } from "node:fs"
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

/** Starts PgBouncer in transaction mode in front of a PostgreSQL. Returns the pooled address of a direct one. */
export async function pgbouncer(t: TestContext, direct: string): Promise<(url: string) => string> {
  const folder = temporaryFolder(t)
  const port = await freePort()
  const { hostname, port: behind, username } = new URL(direct)
  writeFileSync(join(folder, "users.txt"), `"${username}" ""\n`)
  writeFileSync(
    join(folder, "pgbouncer.ini"),
    `[databases]
* = host=${hostname} port=${behind || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, "users.txt")}
pool_mode = transaction
default_pool_size = 10
max_client_conn = 1000
logfile = ${join(folder, "pgbouncer.log")}
`,
  )
  const user = unprivileged()
  if (user) chownSync(folder, user.uid, user.gid)
  const pooler = spawn(program, ["-q", join(folder, "pgbouncer.ini")], { stdio: "ignore", ...user })
  atEnd(t, async () => {
    const ended = pooler.exitCode === null && once(pooler, "exit")
    pooler.kill("SIGQUIT")
    await ended
  })
  while (!(await listens(port))) {
    if (pooler.exitCode !== null) throw new Error(`PgBouncer ended with ${pooler.exitCode}.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return (url) => {
    const pooled = new URL(url)
    pooled.port = String(port)
    return pooled.href
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy()
      resolve(true)
    }).on("error", () => resolve(false))
  })
}

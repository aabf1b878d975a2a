import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from "node:child_process"
import { once } from "node:events"
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { TestContext } from "node:test"
import { until } from "../basics/until.ts"
import { freePort } from "../http/free-port.ts"
import { findPostgres, unprivileged } from "./postgres-process.ts"
import { atEnd, temporaryFolder } from "./test-databases.ts"

const examples = join(import.meta.dirname, "../../../../deploy")
const programs = ["/usr/bin/patroni", "/usr/bin/etcd", "/usr/sbin/haproxy"]

/** Why a drill with Patroni is skipped; false where it runs. */
export const skipWithoutPatroni =
  programs.every((program) => existsSync(program)) && findPostgres()
    ? false
    : "Debian's packages patroni, etcd-server, haproxy and postgresql are not all installed"

/** PostgreSQL and the Patroni that runs it, as one machine does. */
export interface PatroniMachine {
  readonly name: string
  readonly port: number
  /** The file of its settings. */
  readonly settings: string
  start(): void
  /** Kills Patroni and all of PostgreSQL at once. */
  kill(): Promise<void>
  /** `primary`, `sync_standby` or `replica`; undefined while it does not answer. */
  role(): Promise<string | undefined>
}

export interface PatroniCluster {
  readonly machines: readonly PatroniMachine[]
  /** The port of HAProxy, behind which the primary is. */
  readonly port: number
  readonly haproxySettings: string
  /** Waits for a primary with a synchronous standby, and returns the primary. */
  primary(): Promise<PatroniMachine>
}

/** Starts etcd, three machines from `deploy/patroni/patroni.yml`, and HAProxy from `deploy/haproxy/haproxy.cfg`. */
export async function patroniCluster(t: TestContext): Promise<PatroniCluster> {
  const folder = temporaryFolder(t)
  const user = unprivileged()
  if (user) chownSync(folder, user.uid, user.gid)
  const launch = (program: string, options: readonly string[], log: string) =>
    launchAs(t, [program, ...options], { cwd: folder, log: join(folder, log), ...user })
  const [etcd, etcdPeer] = [await freePort(), await freePort()]
  const [client, peer] = [`http://127.0.0.1:${etcd}`, `http://127.0.0.1:${etcdPeer}`]
  const addresses = { "listen-client-urls": client, "advertise-client-urls": client, "listen-peer-urls": peer }
  const joined = { "initial-advertise-peer-urls": peer, "initial-cluster": `default=${peer}`, "data-dir": "etcd" }
  launch(
    "/usr/bin/etcd",
    Object.entries({ ...addresses, ...joined }).map(([name, value]) => `--${name}=${value}`),
    "etcd.log",
  )

  const machines: PatroniMachine[] = []
  const servers: Record<string, string> = {}
  for (const name of ["node1", "node2", "node3"]) {
    const ports = { database: await freePort(), patroni: await freePort(), etcd }
    const address = `10.0.0.1${name.slice(-1)}:5432 check port 8008`
    servers[address] = `127.0.0.1:${ports.database} check port ${ports.patroni}`
    machines.push(openMachine(t, { name, folder, ports, launch }))
  }
  const port = await freePort()
  const haproxySettings = join(folder, "haproxy.cfg")
  writeFileSync(haproxySettings, replaced(readFileSync(join(examples, "haproxy/haproxy.cfg"), "utf8"), { ...servers, "127.0.0.1:6432": `127.0.0.1:${port}` })) // biome-ignore format: one thought
  for (const machine of machines) machine.start()
  launch("/usr/sbin/haproxy", ["-db", "-f", haproxySettings], "haproxy.log")
  return { machines, port, haproxySettings, primary: () => findPrimary(machines) }
}

type Launch = (program: string, options: readonly string[], log: string) => ChildProcess

interface MachinePlan {
  readonly name: string
  readonly folder: string
  readonly ports: Record<"database" | "patroni" | "etcd", number>
  readonly launch: Launch
}

function openMachine(t: TestContext, { name, folder, ports, launch }: MachinePlan): PatroniMachine {
  const home = join(folder, name)
  mkdirSync(home)
  const user = unprivileged()
  if (user) chownSync(home, user.uid, user.gid)
  const settings = join(home, "patroni.yml")
  const example = readFileSync(join(examples, "patroni/patroni.yml"), "utf8")
  const own = {
    "name: node1": `name: ${name}`,
    "10.0.0.11:8008": `127.0.0.1:${ports.patroni}`,
    "10.0.0.11:5432": `127.0.0.1:${ports.database}`,
    "10.0.0.21:2379,10.0.0.22:2379,10.0.0.23:2379": `127.0.0.1:${ports.etcd}`,
    "10.0.0.0/24": "127.0.0.1/32",
    "/var/lib/postgresql/15/atelier": join(home, "data"),
    "/usr/lib/postgresql/15/bin": findPostgres() ?? "",
    "/var/lib/postgresql/.pgpass-patroni": join(home, "pgpass"),
    "/var/run/postgresql": home,
  }
  writeFileSync(settings, replaced(example, own))
  let patroni: ChildProcess | undefined
  const kill = async () => {
    const ended = patroni?.exitCode === null && patroni.signalCode === null && once(patroni, "exit")
    patroni?.kill("SIGKILL")
    killPostgres(join(home, "data"))
    await ended
  }
  return {
    name,
    port: ports.database,
    settings,
    start() {
      patroni = launch("/usr/bin/patroni", [settings], `${name}.log`)
      atEnd(t, kill)
    },
    kill,
    async role() {
      const answer = await fetch(`http://127.0.0.1:${ports.patroni}/patroni`).catch(() => undefined)
      const state = (await answer?.json().catch(() => undefined)) as Record<string, unknown> | undefined
      if (state?.state !== "running") return undefined
      if (state.role === "master") return "primary"
      return state.sync_standby === true ? "sync_standby" : "replica"
    },
  }
}

/** Kills the first process of a PostgreSQL, without which the others end. */
function killPostgres(data: string): void {
  const file = join(data, "postmaster.pid")
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, "utf8").split("\n")[0])
  const children = execFileSync("sh", ["-c", `cat /proc/${pid}/task/*/children 2>/dev/null || true`], { encoding: "utf8" }) // biome-ignore format: one thought
  for (const each of [pid, ...children.split(" ").filter(Boolean).map(Number)]) {
    try {
      process.kill(each, "SIGKILL")
    } catch {} // it has ended
  }
}

async function findPrimary(machines: readonly PatroniMachine[]): Promise<PatroniMachine> {
  let found: PatroniMachine | undefined
  await until(async () => {
    const roles = await Promise.all(machines.map((machine) => machine.role()))
    found = roles.includes("sync_standby") ? machines[roles.indexOf("primary")] : undefined
    return found !== undefined
  }, 120_000)
  if (!found) throw new Error("There is no primary.")
  return found
}

/** Replaces each part of an example. @throws Error for a part that the example does not have. */
function replaced(example: string, own: Record<string, string>): string {
  for (const part of Object.keys(own)) if (!example.includes(part)) throw new Error(`The example lacks ${part}.`)
  return Object.entries(own).reduce((text, [part, real]) => text.replaceAll(part, real), example)
}

function launchAs(t: TestContext, [program, ...options]: [string, ...string[]], plan: SpawnOptions & { log: string }) {
  const output = openSync(plan.log, "a")
  const env = { PATH: "/usr/bin:/bin:/usr/sbin", LANG: "C.UTF-8", HOME: String(plan.cwd) }
  const child = spawn(program, options, { ...plan, env, stdio: ["ignore", output, output] })
  atEnd(t, async () => {
    const ended = child.exitCode === null && child.signalCode === null && once(child, "exit")
    child.kill("SIGTERM")
    await ended
  })
  return child
}

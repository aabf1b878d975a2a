import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { performance } from "node:perf_hooks"
import { freePort } from "../server/test/support/http/free-port.ts"

export interface RunningServer {
  child: ChildProcess
  url: string
  dataDir: string
  /** From the start of the process to its first 200, in milliseconds. */
  startMs: number
  /** User and system time spent so far, in microseconds. */
  cpuMicroseconds(): number
  /** Resident memory in MB. */
  memoryMb(): number
  stop(): Promise<void>
}

const root = new URL("../", import.meta.url).pathname
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as { scripts: { start: string } }
/** The arguments that `npm start` passes to Node once the pages are built. */
const program = scripts.start.split("&& node ").at(-1)?.split(" ") ?? []
const policies = ["READS", "WRITES", "IMAGES", "TOOLS", "TOKENS", "CONSOLE"]
const manyRequests = Object.fromEntries(policies.map((policy) => [`SVC_RATE_${policy}`, "100000000"]))

/** Starts the product as a user would, on a new data folder, with its log in a file. */
export async function startService(environment: Record<string, string> = {}): Promise<RunningServer> {
  const dataDir = temporaryDataDir()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = { SVC_PORT: String(port), SVC_BASE_URL: url, SVC_DATA_DIR: dataDir, ...manyRequests, ...environment }
  const service = await start(program, settings, { probe: `${url}/api/health`, dataDir })
  await firstAnswer(service, `${url}/api/health/ready`) // the demo's data, which benches need, follows the first 200
  return service
}

const imports = `import "fastify"; import "kysely"; import "zod"; import "pino"`

/** The milliseconds of a process that only imports Fastify, Kysely, Zod and pino. */
export async function importsMs(): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ["--input-type=module", "-e", imports], {
    cwd: `${root}server`,
    stdio: ["ignore", "ignore", "inherit"],
  })
  const [code] = await once(child, "exit")
  if (code !== 0) throw new Error("The libraries could not be imported.")
  return performance.now() - startedAt
}

/** A recorded response for a bare server. */
export interface RecordedAnswer {
  status: number
  headers: [string, string][]
  body: Buffer
}

/** Starts a bare `node:http` server that answers every request with the status, bytes and headers in `answer`. */
export function startBare(answer: RecordedAnswer): Promise<RunningServer> {
  return startPeer("bare.ts", { BARE_ANSWER: JSON.stringify({ ...answer, body: answer.body.toString("base64") }) })
}

/** Starts the official tool server of the second line, which returns the constants in a file. */
export function startToolsPeer(answers: string, kind: "leanest" | "with tools"): Promise<RunningServer> {
  return startPeer("tools-peer.ts", { PEER_ANSWERS: answers, PEER_KIND: kind })
}

/** Starts a model of constants on both wires. */
export const startAssistantPeer = () => startPeer("assistant-peer.ts", {})

async function startPeer(file: string, environment: Record<string, string>): Promise<RunningServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const settings = { ...environment, PEER_PORT: String(port) }
  return start([`${root}bench/${file}`], settings, { probe: url, dataDir: temporaryDataDir() })
}

export function temporaryDataDir(): string {
  return mkdtempSync(join(tmpdir(), "atelier-bench-"))
}

async function start(
  args: string[],
  environment: Record<string, string>,
  { probe, dataDir }: { probe: string; dataDir: string },
): Promise<RunningServer> {
  const startedAt = performance.now()
  const log = openSync(join(dataDir, "server.log"), "a")
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ["ignore", log, log],
  })
  await firstAnswer({ child, dataDir }, probe)
  const startMs = performance.now() - startedAt
  return {
    child,
    url: new URL(probe).origin,
    dataDir,
    startMs,
    cpuMicroseconds: () => cpuOf(child),
    memoryMb: () => memoryOf(child),
    stop: () => stop(child, dataDir),
  }
}

async function firstAnswer({ child, dataDir }: Pick<RunningServer, "child" | "dataDir">, probe: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) {
      throw new Error(`The server ended: ${readFileSync(join(dataDir, "server.log"), "utf8").slice(-2_000)}`)
    }
    const answer = await fetch(probe, { redirect: "manual" }).catch(() => undefined)
    if (answer && answer.status < 400) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

function cpuOf(child: ChildProcess): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  const ticks = Number(fields[11]) + Number(fields[12])
  return ticks * 10_000 // a tick is a hundredth of a second on Linux
}

function memoryOf(child: ChildProcess): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]
  return Number(kilobytes) / 1_024
}

async function stop(child: ChildProcess, dataDir: string): Promise<void> {
  if (child.exitCode !== null) throw new Error("The server ended before it was stopped.")
  const ended = new Promise((resolve) => child.once("exit", resolve))
  child.kill("SIGTERM")
  await ended
  rmSync(dataDir, { recursive: true, force: true })
}

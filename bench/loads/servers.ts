import { type ChildProcess, fork, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { until } from "../../server/test/support/basics/until.ts"
import { freePort } from "../../server/test/support/http/free-port.ts"
import type { BenchRun } from "../case.ts"

type Settings = Readonly<Record<string, string>>

export const root = new URL("../../", import.meta.url).pathname
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as { scripts: { start: string } }
/** The arguments that `npm start` passes to Node once the pages are built. */
const program = scripts.start.split("&& node ").at(-1)?.split(" ") ?? []
const policies = ["READS", "WRITES", "IMAGES", "TOOLS", "TOKENS", "CONSOLE"]
const manyRequests = Object.fromEntries(policies.map((policy) => [`SVC_RATE_${policy}`, "100000000"]))

/** Makes a folder on the disk, not in memory, so that commits take as long as in production. */
export function dataFolder(run: BenchRun): string {
  const folder = mkdtempSync(join(tmpdir(), "atelier-bench-"))
  run.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export type RunningService = Awaited<ReturnType<typeof startService>>

/** Starts the product as a user would, on a new data folder, with its log in a file. */
export async function startService(run: BenchRun, own: Settings = {}) {
  const [dataDir, port] = [dataFolder(run), String(await freePort())]
  const url = `http://127.0.0.1:${port}`
  const settings = { SVC_PORT: port, SVC_BASE_URL: url, SVC_DATA_DIR: dataDir, ...manyRequests, ...own }
  const [log, began] = [join(dataDir, "server.log"), performance.now()]
  const [output, env] = [openSync(log, "a"), { PATH: process.env.PATH, ...settings }]
  const child = spawn(process.execPath, program, { cwd: root, env, stdio: ["ignore", output, output] })
  const running = observe(run, child)
  const answers = (path: string) =>
    until(async () => {
      if (child.exitCode !== null) throw new Error(`The server ended: ${readFileSync(log, "utf8").slice(-2_000)}`)
      return (await fetch(`${url}${path}`).catch(() => undefined))?.ok === true
    })
  await answers("/api/health")
  const startMs = performance.now() - began
  await answers("/api/health/ready") // the demo's data, which benches need, follows the first 200
  return { ...running, url, settings, startMs }
}

/** Starts a program of `peers`, and waits for its first message: its address. `ask` sends a message to it. */
export async function startPeer(run: BenchRun, name: string, settings: Settings = {}) {
  const child = fork(`${root}bench/peers/${name}.ts`, { env: { PATH: process.env.PATH, ...settings } })
  const ended = once(child, "exit").then(() => Promise.reject(new Error(`The peer ${name} ended.`)))
  ended.catch(() => {}) // at the end of the case nothing waits for an answer
  const answer = async () => (await Promise.race([once(child, "message"), ended]))[0] as unknown
  const ask = (message: object) => {
    child.send(message)
    return answer()
  }
  return { ...observe(run, child), url: String(await answer()), ask }
}

/** The memory and the processor time of a process, which is stopped at the end. */
function observe(run: BenchRun, child: ChildProcess) {
  const read = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, "utf8")
  run.after(async () => {
    if (child.exitCode !== null) throw new Error("A process ended before it was stopped.")
    if (child.signalCode === null && child.kill("SIGTERM")) await once(child, "exit")
  })
  return {
    child,
    cpuMicroseconds: () => {
      const fields = read("stat").split(") ")[1]?.split(" ") ?? []
      return (Number(fields[11]) + Number(fields[12])) * 10_000 // a tick is a hundredth of a second on Linux
    },
    memoryMb: () => Number(/VmRSS:\s+(\d+)/.exec(read("status"))?.[1]) / 1_024,
  }
}

/** Microseconds of all threads, of each process that still runs. They are more exact than ticks. */
export function threadTimesOf(pids: readonly number[]): ReadonlyMap<number, number> {
  const nanoseconds = (path: string) => Number(readFileSync(path, "utf8").split(" ")[0])
  const cpu = (pid: number) => {
    try {
      const threads = readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`)
      return threads.reduce((sum, path) => sum + nanoseconds(path), 0) / 1_000
    } catch {
      return 0 // it ended meanwhile
    }
  }
  return new Map(pids.map((pid) => [pid, cpu(pid)]))
}

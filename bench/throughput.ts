import { mediansOf, saturate, warmUpSeconds } from "./load.ts"
import type { BenchRow } from "./row.ts"
import { type RecordedAnswer, type RunningServer, startBare } from "./servers.ts"

export interface Path {
  name: string
  path: string
  /** The least share of the bare server's throughput. */
  least: number
}

export const paths: Path[] = [
  { name: "check-slug", path: "/api/onboard/check-slug?slug=my-studio", least: 0.45 },
  { name: "offer lookup", path: "/api/pay/demo", least: 0.4 },
  { name: "og from cache", path: "/api/og?title=Hello&description=From+the+cache", least: 0.45 },
]

export interface MeasuredThroughput {
  /** Share of the bare server's throughput. */
  ratio: number
  /** Server CPU time per request, in microseconds. */
  cpu: number
  bareCpu: number
  perSecond: number
}

/** Many short turns: a disturbance of some seconds on the machine affects few of them. */
const turnSeconds = 1
const rounds = 11

/** Measures each path beside a bare `node:http` server that sends the same bytes and headers. */
export async function measurePaths(service: RunningServer): Promise<Map<string, MeasuredThroughput>> {
  const measured = new Map<string, MeasuredThroughput>()
  for (const { name, path } of paths) measured.set(name, await measurePath(service, path))
  return measured
}

/** The same for one path. */
export async function measurePath(service: RunningServer, path: string): Promise<MeasuredThroughput> {
  const url = `${service.url}${path}`
  const bare = await startBare(await record(url))
  const measured = await sideBySide(service, url, bare)
  await bare.stop()
  return measured
}

/** A row for the throughput and a row for the CPU time of each path. */
export function pathRows(measured: Map<string, MeasuredThroughput>): BenchRow[] {
  return paths.flatMap(({ name, least }) => {
    const { ratio, cpu, bareCpu, perSecond } = measured.get(name) as MeasuredThroughput
    return [
      { name: `${name}: throughput`, value: ratio, unit: "of bare", atLeast: least },
      { name: `${name}: requests`, value: perSecond, unit: "/s" },
      { name: `${name}: server CPU (bare ${bareCpu.toFixed(1)})`, value: cpu, unit: "µs" },
    ]
  })
}

async function record(url: string): Promise<RecordedAnswer> {
  await fetch(url, { redirect: "manual" }).then((warm) => warm.arrayBuffer())
  const response = await fetch(url, { redirect: "manual" })
  if (response.status >= 400) throw new Error(`${url} answered ${response.status}`)
  const dropped = new Set(["date", "connection", "keep-alive", "transfer-encoding"])
  const headers = [...response.headers].filter(([name]) => !dropped.has(name))
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) }
}

async function sideBySide(service: RunningServer, url: string, bare: RunningServer): Promise<MeasuredThroughput> {
  await saturate(url, { seconds: warmUpSeconds })
  await saturate(bare.url, { seconds: warmUpSeconds })
  return mediansOf(rounds, async () => {
    const theirs = await load(bare, `${bare.url}/`)
    const ours = await load(service, url)
    return { ...ours, ratio: ours.perSecond / theirs.perSecond, bareCpu: theirs.cpu }
  })
}

async function load(server: RunningServer, url: string): Promise<{ perSecond: number; cpu: number }> {
  const before = server.cpuMicroseconds()
  const { requests, requestsPerSecond } = await saturate(url, { seconds: turnSeconds })
  return { perSecond: requestsPerSecond, cpu: (server.cpuMicroseconds() - before) / requests }
}

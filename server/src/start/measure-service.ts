import { systemContext } from "#access/perform.ts"
import { measureUnclearMoney } from "#domains/handover/index.ts"
import { countLateWebhooks } from "#domains/webhooks/index.ts"
import { countJobs } from "#engines/jobs/dead-job-store.ts"
import { findDueTimes, lanes } from "#engines/jobs/queue-store.ts"
import type { ServiceLog } from "#kernel/log.ts"
import { migrations } from "#storage/migrations.ts"
import { findOperation, type OperationMark } from "#storage/operation-marks.ts"
import type { Metrics } from "#surfaces/metrics/metrics.ts"
import type { RunningApp } from "./app.ts"
import { readVersion } from "./version.ts"

/** Registers what each scrape reads of the process. */
export function measureService(metrics: Metrics, app: RunningApp, log: ServiceLog): void {
  const { bus, database } = app
  const version = readVersion()
  metrics.measure("build_info", () => [[1, version, process.version]])
  metrics.measure("schema_info", () => [[1, Object.keys(migrations).at(-1) ?? ""]])
  metrics.measure("bus_up", () => Number(bus.isUp()))
  metrics.measure("log_lines_dropped_total", log.dropped)
  metrics.measure("db_connections", () => rowsOf(database.countConnections?.() ?? {}))
  measureDatabase(metrics, app)
}

/** Measures the database. Every process reports the same values. */
function measureDatabase(metrics: Metrics, app: RunningApp): void {
  const cx = systemContext(app)
  const since = (at: number | null | undefined) => (cx.now() - (at ?? Number.NaN)) / 1_000
  const waited = (at: number | null | undefined) => Math.max(0, since(at) || 0)
  const ageOf = async (mark: OperationMark) => {
    const at = await findOperation(app.database.read, mark)
    return [[at && since(at)]] as const
  }
  metrics.measure("jobs", async () => rowsOf(await countJobs(cx)))
  metrics.measure("jobs_oldest_seconds", async () => {
    const due = await findDueTimes(cx)
    return lanes.map((lane) => [waited(due[lane]), lane] as const)
  })
  metrics.measure("money_unclear", async () => [[(await measureUnclearMoney(cx)).open]])
  metrics.measure("money_unclear_oldest_seconds", async () => [[waited((await measureUnclearMoney(cx)).oldestAt)]])
  metrics.measure("webhooks_waiting", async () => [[await countLateWebhooks(cx)]])
  metrics.measure("backup_age_seconds", () => ageOf("backup"))
  metrics.measure("restore_drill_age_seconds", () => ageOf("restore-drill"))
}

interface OpenDocs {
  readonly sockets: number
  readonly docs: number
  /** How many sockets the service ended, by the code of the close. */
  readonly ended: ReadonlyMap<number, number>
}

export function measureDocs(metrics: Metrics, count: () => OpenDocs): void {
  metrics.measure("docs_sockets", () => count().sockets)
  metrics.measure("docs_open", () => count().docs)
  metrics.measure("docs_sockets_ended_total", () => [...count().ended].map(([code, times]) => [times, String(code)]))
}

const rowsOf = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).map(([name, count]) => [count, name] as const)

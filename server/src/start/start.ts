import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { systemContext } from "#access/perform.ts"
import type { Settings } from "#config/settings.ts"
import { makeSignInLink } from "#domains/accounts/index.ts"
import { keepAssets } from "#domains/assets/index.ts"
import { noteBounce } from "#domains/mails/index.ts"
import { hearEvents } from "#domains/webhooks/index.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { sealedColumns } from "#engines/jobs/sealed-columns.ts"
import { openSweepers, type Sweeper } from "#engines/jobs/sweep.ts"
import { sweepers } from "#engines/jobs/sweepers.ts"
import { openWorker } from "#engines/jobs/worker.ts"
import type { ServiceLog } from "#kernel/log.ts"
import { dayMs, minuteMs } from "#kernel/time/units.ts"
import { migrate } from "#storage/migrate.ts"
import { checkMigrated } from "#storage/migration-checks.ts"
import { admitKeys } from "#storage/secret-keys.ts"
import type { Lifecycle } from "#surfaces/health/serve.ts"
import { openHttp } from "#surfaces/http.ts"
import { builtAssets } from "#surfaces/pages/serve.ts"
import { httpCloser } from "#surfaces/transport/door/close-http.ts"
import { openBounces } from "./adapters.ts"
import { openApp, type RunningApp } from "./app.ts"

export interface Service {
  /** Instructions for trying the demo data; undefined when the database was not empty. */
  readonly welcome: string | undefined
  /**
   * Refuses to be sent requests for the time that `SVC_STOP_DELAY_SECONDS` says, unless `isAtOnce`. Then finishes running
   * work. Resolves when the process may end, ten seconds later at most.
   */
  stop(how?: { isAtOnce: boolean }): Promise<void>
}

/** The longest wait of a stop, so that the process ends within ten seconds. Interrupted work runs again later. */
const patienceMs = 9_000

/** Starts the service of these settings: database, requests, jobs, sweepers, metrics. */
export async function start(settings: Settings, log: ServiceLog): Promise<Service> {
  for (const warning of settings.warnings) log.warn({ warning }, "A setting should be changed.")
  const app = await openApp(settings, log)
  for (const warning of await app.database.prepareServer(settings.processes)) {
    log.warn({ warning }, "The database's settings should be changed.")
  }
  await bringUpToDate(app, settings)
  await admitKeys(app, sealedColumns)
  await keepBuild(app)

  const lifecycle: Lifecycle = { phase: "starting" }
  const operations = await openOperations(app, settings, log)
  const metrics = operations?.metrics
  const ending = new AbortController()
  const http = await openHttp({ app, settings, log, lifecycle, stop: ending.signal, ...metrics })
  operations?.measureDocs(http.docsSockets.count)
  const closeHttp = httpCloser(http)
  await http.listen({ host: settings.host, port: settings.port })
  const welcome = settings.isProduction ? undefined : await makeDemo(app)
  lifecycle.phase = "serving"
  const { address, port } = http.server.address() as AddressInfo
  log.info({ address: `${address}:${port}` }, "Listening.")
  const stopWork = openWork(app, await bounceSweepers(settings))

  async function stop(): Promise<void> {
    ending.abort()
    await Promise.all([closeHttp(), http.docsSockets.close(), stopWork(), operations?.close()])
    await app.close()
  }
  return {
    welcome,
    stop: async ({ isAtOnce } = { isAtOnce: false }) => {
      lifecycle.phase = "stopping"
      if (!isAtOnce) await sleep(settings.stopDelaySeconds * 1_000)
      const late = sleep(patienceMs, "late" as const, { ref: false })
      if ((await Promise.race([stop(), late])) === "late") log.warn({}, "Not everything ended in time.")
    },
  }
}

/** Runs jobs and sweepers. Returns a function that stops, once what runs has ended. */
function openWork(app: RunningApp, more: readonly Sweeper[]): () => Promise<unknown> {
  const worker = openWorker(app, jobs)
  const stopHearing = hearEvents(systemContext(app))
  const stopSweepers = openSweepers(app, [...sweepers, ...more])
  return () => {
    stopHearing()
    return Promise.all([worker.drain(), stopSweepers()])
  }
}

async function bringUpToDate({ database, log }: RunningApp, { migrate: when }: Settings): Promise<void> {
  if (when === "never") return checkMigrated(database)
  const ran = await migrate(database, { log })
  if (ran.length > 0) log.info({ migrations: ran }, "The database was brought up to date.")
}

/** Opens the port for operators' tools, if there is one. Another path is another row of the table. */
async function openOperations(app: RunningApp, settings: Settings, log: ServiceLog) {
  if (settings.metricsPort === undefined) return undefined
  const { openOperationsPort } = await import("#surfaces/metrics/operations-port.ts")
  const { openMetrics } = await import("#surfaces/metrics/metrics.ts")
  const { measureDocs, measureService } = await import("./measure-service.ts")
  const metrics = openMetrics()
  measureService(metrics, app, log)
  const { openTlsAsk } = await import("#surfaces/metrics/tls-ask.ts")
  const tlsAsk = openTlsAsk(app)
  const port = openOperationsPort({ "/metrics": metrics.answer, "/tls/ask": tlsAsk.answer }, tlsAsk.quick)
  const address = await port.listen(settings.metricsPort, settings.metricsHost)
  app.log.info({ address: `${address}/metrics` }, "Serving metrics.")
  return {
    metrics,
    measureDocs: (count: Parameters<typeof measureDocs>[1]) => measureDocs(metrics, count),
    async close() {
      metrics.close()
      tlsAsk.close()
      await port.close()
    },
  }
}

/** Fills an empty database with demo data. Returns instructions for trying it. */
async function makeDemo(app: RunningApp): Promise<string | undefined> {
  const { demo, fillEmptyDatabase } = await import("./demo/demo-data.ts")
  if (!(await fillEmptyDatabase(app))) return undefined
  const { welcome } = await import("./demo/welcome.ts")
  const signInLink = await makeSignInLink(systemContext(app), { email: demo.email, lifetimeMs: dayMs })
  return welcome(app.addresses, signInLink)
}

/** Reads the mailbox of the bounces each minute, in one process at a time. */
async function bounceSweepers(settings: Settings): Promise<readonly Sweeper[]> {
  const bounces = await openBounces(settings)
  if (!bounces) return []
  const run: Sweeper["run"] = (cx) => bounces.read((bounce) => cx.atomically((cx) => noteBounce(cx, bounce)))
  return [{ name: "bounces", everyMs: minuteMs, run }]
}

/** How long a start waits, so that other processes can answer for the files of the first pages that this one draws. */
const buildPatienceMs = 5_000

/**
 * Stores the files of this build of the pages for other processes. SQLite serves one process, which needs none. A fault
 * is logged: pages then reload when their build was replaced.
 */
async function keepBuild(app: RunningApp): Promise<void> {
  if (app.database.dialect === "sqlite") return
  const storing = keepAssets(systemContext(app), builtAssets).catch((error) => {
    app.log.warn({ error: error.message }, "The files of the pages were not stored for other processes.")
  })
  await Promise.race([storing, sleep(buildPatienceMs, undefined, { ref: false })])
}

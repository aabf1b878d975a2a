import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { systemContext } from "#access/perform.ts"
import type { Settings } from "#config/settings.ts"
import { makeSignInLink } from "#domains/accounts/index.ts"
import { countJobs } from "#engines/jobs/dead-job-store.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { sealedColumns } from "#engines/jobs/sealed-columns.ts"
import { openSweepers } from "#engines/jobs/sweep.ts"
import { sweepers } from "#engines/jobs/sweepers.ts"
import { openWorker } from "#engines/jobs/worker.ts"
import type { ServiceLog } from "#kernel/log.ts"
import { migrate } from "#storage/migrate.ts"
import { admitKeys } from "#storage/secret-keys.ts"
import type { Lifecycle } from "#surfaces/health/serve.ts"
import { openHttp } from "#surfaces/http.ts"
import { httpCloser } from "#surfaces/transport/door/close-http.ts"
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
  for (const warning of await app.database.checkServer(settings.processes)) {
    log.warn({ warning }, "The database's settings should be changed.")
  }
  const ran = await migrate(app.database)
  if (ran.length > 0) log.info({ migrations: ran }, "The database was brought up to date.")
  await admitKeys(app, sealedColumns)

  const lifecycle: Lifecycle = { phase: "starting" }
  const metrics = await listenForMetrics(app, settings, log)
  const ending = new AbortController()
  const http = await openHttp({ app, settings, log, lifecycle, stop: ending.signal, ...metrics })
  metrics?.measureDocs(http.docsSockets.count)
  const closeHttp = httpCloser(http)
  await http.listen({ host: settings.host, port: settings.port })
  const welcome = settings.isProduction ? undefined : await makeDemo(app)
  lifecycle.phase = "serving"
  const { address, port } = http.server.address() as AddressInfo
  log.info({ address: `${address}:${port}` }, "Listening.")
  const worker = openWorker(app, jobs)
  const stopSweepers = openSweepers(app, sweepers)

  async function stop(): Promise<void> {
    ending.abort()
    await Promise.all([closeHttp(), http.docsSockets.close(), worker.drain(), stopSweepers(), metrics?.close()])
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

async function listenForMetrics(app: RunningApp, settings: Settings, log: ServiceLog) {
  if (settings.metricsPort === undefined) return undefined
  const { openMetrics } = await import("#surfaces/metrics.ts")
  const metrics = openMetrics({
    countJobs: () => countJobs({ db: app.database.read, now: app.now }),
    countDroppedLines: log.dropped,
  })
  const busUp = { name: "bus_up", help: "Whether other processes are heard." }
  metrics.measure({ ...busUp, read: () => Number(app.bus.isUp()) })
  const address = await metrics.listen(settings.metricsPort, settings.metricsHost)
  app.log.info({ address }, "Serving metrics.")
  return metrics
}

/** Fills an empty database with demo data. Returns instructions for trying it. */
async function makeDemo(app: RunningApp): Promise<string | undefined> {
  const { demo, fillEmptyDatabase } = await import("./demo/demo-data.ts")
  if (!(await fillEmptyDatabase(app))) return undefined
  const { welcome } = await import("./demo/welcome.ts")
  const signInLink = await makeSignInLink(systemContext(app), { email: demo.email, lifetimeMs: 24 * 3_600_000 })
  return welcome(app.addresses, signInLink)
}

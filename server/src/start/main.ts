import module from "node:module"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { readSettings, type Settings } from "#config/settings.ts"
import type { Log } from "#kernel/log.ts"
import { openLog } from "#log/log.ts"
import { logConsole } from "#log/log-console.ts"
import { type Service, start } from "./start.ts"
import { readVersion } from "./version.ts"

/** By then the requests that waited for the start have been answered. */
const afterStartMs = 1_000

/** Frees some 50 MB of the start a second later. This blocks the process for some 60 ms. */
function giveBackMemory(): void {
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc") as (options: { type: "major"; flavor: "last-resort" }) => void
  setTimeout(() => collect({ type: "major", flavor: "last-resort" }), afterStartMs).unref()
}

try {
  const settings = readSettings(process.env)
  const faults = await openFaults(settings, () => log)
  const log = openLog(settings.logLevel, undefined, { version: readVersion(), onFault: faults?.report })
  logConsole(log)
  let service: Service | undefined
  const end = once(async (code: number) => {
    await service?.stop({ isAtOnce: code !== 0 })
    await faults?.end()
    process.exit(code)
  })
  // The process ends, because its state is unknown. It finishes the requests in flight, which are not the cause.
  process.on("uncaughtException", (fault) => {
    log.error({ fault }, "A fault that nothing handles ends the process.")
    end(1)
  })
  // Listens from the start on: a migration may take minutes, and process 1 ignores a signal without a listener.
  // npm repeats the Ctrl-C of a terminal, so a second signal must not kill: the stop is bounded anyway.
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      log.info({ signal }, "Stopping.")
      end(0)
    })
  }
  service = await start(settings, log)
  giveBackMemory()
  process.stdout.on("error", () => {}) // a full disk is no reason to stop serving
  if (service.welcome) process.stdout.write(service.welcome)
  module.flushCompileCache() // for the next start, even if this process is killed
} catch (error) {
  const isOfSettings = error instanceof Error && error.name === "SettingsError"
  process.stderr.write(`${isOfSettings ? error.message : String(error)}\n`)
  process.exit(isOfSettings ? 78 : 1) // 78: EX_CONFIG of sysexits.h
}

/** Loads what reports faults, where there is an address for them. */
async function openFaults({ faultsUrl: url }: Settings, log: () => Log) {
  if (url === undefined) return undefined
  const { openFaultReports } = await import("#log/fault-reports.ts")
  return openFaultReports({ url, version: readVersion() }, log)
}

/** Only the first call counts. A stop that fails still ends the process. */
function once(run: (code: number) => Promise<void>): (code: number) => void {
  let isRunning = false
  return (code) => {
    if (isRunning) return
    isRunning = true
    run(code).catch(() => process.exit(1))
  }
}

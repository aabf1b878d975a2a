import module from "node:module"
import { readSettings } from "#config/settings.ts"
import { openLog } from "#log/log.ts"
import { logConsole } from "#log/log-console.ts"
import { type Service, start } from "./start.ts"

try {
  const settings = readSettings(process.env)
  const log = openLog(settings.logLevel)
  logConsole(log)
  let service: Service | undefined
  const end = once(async (code: number) => {
    await service?.stop()
    process.exit(code)
  })
  // What was half done is unknown, so the process ends; the requests in flight are not to blame and are finished.
  process.on("uncaughtException", (fault) => {
    log.error({ fault }, "A fault that nothing handles ends the process.")
    end(1)
  })
  service = await start(settings, log)
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      log.info({ signal }, "Stopping.")
      end(0)
    })
  }
  process.stdout.on("error", () => {}) // a full disk is no reason not to serve
  if (service.welcome) process.stdout.write(service.welcome)
  module.flushCompileCache() // for the next start, whatever becomes of this process
} catch (error) {
  process.stderr.write(`${error instanceof Error && error.name === "SettingsError" ? error.message : String(error)}\n`)
  process.exit(1)
}

/** The first call counts; a stop that fails ends the process all the same. */
function once(run: (code: number) => Promise<void>): (code: number) => void {
  let isRunning = false
  return (code) => {
    if (isRunning) return
    isRunning = true
    run(code).catch(() => process.exit(1))
  }
}

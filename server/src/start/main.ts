import module from "node:module"
import { readSettings } from "#config/settings.ts"
import { openLog } from "#log/log.ts"
import { logConsole } from "#log/log-console.ts"
import { giveBackMemory } from "./give-back-memory.ts"
import { type Service, start } from "./start.ts"

try {
  const settings = readSettings(process.env)
  const log = openLog(settings.logLevel)
  logConsole(log)
  let service: Service | undefined
  const end = once(async (code: number) => {
    await service?.stop({ isAtOnce: code !== 0 })
    process.exit(code)
  })
  // The process ends, because its state is unknown. It finishes the requests in flight, which are not the cause.
  process.on("uncaughtException", (fault) => {
    log.error({ fault }, "A fault that nothing handles ends the process.")
    end(1)
  })
  service = await start(settings, log)
  giveBackMemory()
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      log.info({ signal }, "Stopping.")
      end(0)
    })
  }
  process.stdout.on("error", () => {}) // a full disk is no reason to stop serving
  if (service.welcome) process.stdout.write(service.welcome)
  module.flushCompileCache() // for the next start, even if this process is killed
} catch (error) {
  process.stderr.write(`${error instanceof Error && error.name === "SettingsError" ? error.message : String(error)}\n`)
  process.exit(1)
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

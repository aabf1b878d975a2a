import module from "node:module"
import { readSettings } from "#config/settings.ts"
import { openLog } from "./log.ts"
import { start } from "./start.ts"

try {
  const settings = readSettings(process.env)
  const log = openLog(settings.logLevel)
  process.on("uncaughtException", (fault) => {
    log.error({ fault }, "A fault that nothing handles ends the process.")
    process.exit(1)
  })
  const service = await start(settings, log)
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, async () => {
      log.info({ signal }, "Stopping.")
      await service.stop()
      process.exit(0)
    })
  }
  if (service.welcome) process.stdout.write(service.welcome)
  module.flushCompileCache() // for the next start, whatever becomes of this process
} catch (error) {
  process.stderr.write(`${error instanceof Error && error.name === "SettingsError" ? error.message : String(error)}\n`)
  process.exit(1)
}

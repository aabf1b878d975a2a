import type { Settings } from "#config/settings.ts"
import type { Log } from "#kernel/log.ts"
import type { Database } from "#storage/database.ts"

export async function openDatabase(
  settings: Pick<Settings, "databaseUrl" | "databaseDirectUrl" | "databasePool">,
  log: Log,
): Promise<Database> {
  const { databaseUrl: url, databaseDirectUrl: directUrl, databasePool: size } = settings
  if (url.startsWith("sqlite:")) {
    const { openSqlite } = await import("#storage/sqlite.ts")
    return openSqlite(url.slice("sqlite:".length))
  }
  const { openPostgres } = await import("#storage/postgres/index.ts")
  const onError = (error: Error) => log.error({ error: error.message }, "An idle database connection broke.")
  let hasWarned = false
  const onUnlimited = () => {
    if (!hasWarned)
      log.warn({}, "A connection to the database has no time limits; the warnings at the start say what to do.")
    hasWarned = true
  }
  return openPostgres(url, { size, directUrl, onError, onUnlimited })
}

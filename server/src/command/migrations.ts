import { existsSync } from "node:fs"
import { findFaults, openBackup } from "#backups/read-backup.ts"
import { sqlitePath, takeBackup } from "#backups/take-backup.ts"
import type { Settings } from "#config/settings.ts"
import { openDatabase } from "#start/open-database.ts"
import type { Database } from "#storage/database.ts"
import { migrate } from "#storage/migrate.ts"
import { listMigrations } from "#storage/migration-checks.ts"
import { migrations } from "#storage/migrations.ts"
import { logTo } from "./backups.ts"
import { type Asked, type CommandResult, exits } from "./outcome.ts"

export async function runMigrations(asked: Asked): Promise<CommandResult> {
  const settings = asked.settings()
  const log = logTo(asked, settings.logLevel)
  const ran = await withDatabase(asked, settings, (database) => migrate(database, { log }))
  return { text: inWords(ran), data: { ran } }
}

export async function listStatus(asked: Asked): Promise<CommandResult> {
  const settings = asked.settings()
  refuseMissing(settings)
  const { done, missing } = await withDatabase(asked, settings, (database) => listMigrations(database))
  const lines = [...done.map((name) => `done     ${name}`), ...missing.map((name) => `missing  ${name}`)]
  const sentence = missing.length === 0 ? "The database is up to date." : "Run `atelier upgrade --backup <folder>`."
  return {
    text: [...lines, sentence].join("\n"),
    data: { done, missing },
    ...(missing.length > 0 && { exit: exits.incomplete }),
  }
}

/** @throws Error before anything was changed, unless the backup is whole. */
export async function upgrade(asked: Asked, known = migrations): Promise<CommandResult> {
  const settings = asked.settings()
  refuseMissing(settings)
  const log = logTo(asked, settings.logLevel)
  const { missing } = await withDatabase(asked, settings, (database) => listMigrations(database, known))
  if (missing.length === 0) {
    return { text: "The database is up to date, so no backup was taken.", data: { ran: [], backup: null } }
  }
  const folder = asked.options.backup?.[0] ?? ""
  const { manifest } = await takeBackup(settings, { folder }, log)
  const faults = [
    ...manifest.missing.map((key) => `The store lacks, or has damaged, ${key}.`),
    ...(await findFaults(await openBackup(settings, { folder }))),
  ]
  if (faults.length > 0)
    throw new Error(`The backup in ${folder} is not whole, so nothing was migrated:\n${faults.join("\n")}`)
  asked.say(`The backup in ${folder} is whole.`)
  const ran = await withDatabase(asked, settings, (database) => migrate(database, { log, known }))
  return { text: inWords(ran), data: { ran, backup: folder } }
}

const inWords = (ran: readonly string[]) =>
  ran.length === 0 ? "The database is up to date." : `Brought the database up to date: ${ran.join(", ")}.`

export async function withDatabase<Result>(
  asked: Asked,
  settings: Settings,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(settings, logTo(asked, settings.logLevel))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** SQLite would make the file. @throws Error */
export function refuseMissing({ databaseUrl }: Pick<Settings, "databaseUrl">): void {
  const path = sqlitePath(databaseUrl)
  if (path !== undefined && !existsSync(path))
    throw new Error(`There is no database at ${path}. SVC_DATA_DIR or SVC_DATABASE_URL names another one.`)
}

import { existsSync, statSync } from "node:fs"
import { openKeyring } from "#kernel/keyring.ts"
import { readKey, secretKeyFile } from "#start/secret-key.ts"
import { findClock, tryWriting } from "#storage/commit-store.ts"
import { listMigrations } from "#storage/migration-checks.ts"
import { findKeyIds } from "#storage/secret-keys.ts"
import { broken, type DatabaseGround, type Diagnosis, fine, warning } from "./finding.ts"

const noneYet = fine("There is no database yet. The first start makes it.")
const remedyOfServer = "Change the database's settings as it says. A start sets missing time limits where the role may."
const longestSkewMs = 30_000

export async function checkDatabase({ database, settings }: DatabaseGround): Promise<Diagnosis> {
  if (!database) return noneYet
  const isMigrated = await listMigrations(database).then(
    ({ done }) => done.length > 0,
    () => false, // the check of migrations says why
  )
  if (isMigrated) await tryWriting(database)
  const [advice] = await database.checkServer(settings.processes)
  if (advice !== undefined) return warning(advice, remedyOfServer)
  return fine(isMigrated ? "It can be read and written." : "It can be read.")
}

export async function checkMigrations({ database, settings }: DatabaseGround): Promise<Diagnosis> {
  if (!database) return noneYet
  const { done, missing } = await listMigrations(database).catch((error: Error) => ({ done: error, missing: [] }))
  if (done instanceof Error) return broken(done.message, "Do as the message says. Nothing was changed.")
  if (missing.length === 0) return fine("The database is up to date.")
  if (settings.migrate === "never") return broken(`The database lacks ${missing.join(", ")}, and SVC_MIGRATE=never.`)
  if (done.length === 0) return fine("The database is empty. The first start makes its tables.")
  return warning(`The next start would run ${missing.join(", ")}.`)
}

export async function checkSecretKey({ database, settings }: DatabaseGround): Promise<Diagnosis> {
  const path = secretKeyFile(settings)
  const ofFile = !settings.secretKeys && existsSync(path) ? [readKey(path)] : []
  const [newest, ...older] = settings.secretKeys ?? ofFile
  const seen = database && (await hasTables(database)) ? await findKeyIds(database) : []
  if (newest === undefined) {
    if (seen.length === 0) return fine("There is no secret key yet. The first start makes it.")
    return broken(`The data was made with a secret key, and ${path} is gone.`, "Put the file back, from a backup.")
  }
  const { ids } = openKeyring(newest, ...older)
  if (seen.length > 0 && !seen.some((id) => ids.includes(id)))
    return broken("The secret key is not the one that this database was made with.")
  if (ofFile.length > 0 && (statSync(path).mode & 0o077) !== 0)
    return warning(`Other users of this machine can read ${path}.`, `Run \`chmod 600 ${path}\`.`)
  return fine("The secret key opens this database.")
}

export async function checkClock({ database }: DatabaseGround): Promise<Diagnosis> {
  const at = database && (await hasTables(database)) ? await findClock(database) : undefined
  if (at === undefined || !database) return fine("There is no other clock to compare this machine's with.")
  const behindMs = at - Date.now()
  const isAhead = database.dialect === "postgres" && -behindMs > longestSkewMs
  if (behindMs <= longestSkewMs && !isAhead) return fine("The clock agrees with the database.")
  const seconds = Math.round(Math.abs(behindMs) / 1_000)
  return broken(`This machine's clock is ${seconds} seconds ${isAhead ? "ahead of" : "behind"} the database's times.`)
}

const hasTables = (database: NonNullable<DatabaseGround["database"]>) =>
  listMigrations(database).then(
    ({ missing }) => missing.length === 0,
    () => false,
  )

import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Settings } from "#config/settings.ts"
import { openBlobs } from "#start/app.ts"
import { secretKeyFile } from "#start/secret-key.ts"
import { copyBlobs } from "./copy-blobs.ts"
import { type Manifest, places, readBackup, writeWhole } from "./manifest.ts"
import { isEmptyPostgres, restorePostgres } from "./postgres-copy.ts"
import { isEmptySqlite, placeSqlite } from "./sqlite-copy.ts"
import { sqlitePath } from "./take-backup.ts"

/**
 * Checks everything before it writes. The database comes last, so that an interrupted restore can start again.
 * @throws Error for a damaged or foreign backup, or a database that is not empty.
 */
export async function restoreBackup(settings: Settings, folder: string): Promise<Manifest> {
  const sqlite = sqlitePath(settings.databaseUrl)
  const isEmpty = sqlite === undefined ? await isEmptyPostgres(settings.databaseDirectUrl) : isEmptySqlite(sqlite)
  if (!isEmpty) throw new Error("The database is not empty. A backup is restored into an empty one.")
  const { manifest, blobs } = await readBackup(folder)
  const kind = sqlite === undefined ? "postgres" : "sqlite"
  if (manifest.database.kind !== kind) {
    throw new Error(`The backup is of a ${manifest.database.kind} database; the settings name a ${kind} one.`)
  }
  if (manifest.secretKey) await placeSecretKey(settings, folder)

  const from = await openBlobs(`file:${join(folder, places.blobs)}`)
  const { missing } = await copyBlobs(blobs, { from, to: await openBlobs(settings.blobsUrl) })
  if (missing.length > 0) throw new Error(`The backup changed while it was restored: ${missing[0]}.`)
  const database = join(folder, places.database)
  await (sqlite === undefined ? restorePostgres(settings.databaseDirectUrl, database) : placeSqlite(database, sqlite))
  return manifest
}

/** Checks an existing key, in its file or a setting, against the backup's key. Without one, stores the backup's key. */
async function placeSecretKey(settings: Settings, folder: string): Promise<void> {
  const key = readFileSync(join(folder, places.secretKey), "utf8")
  if (settings.secretKeys) {
    if (settings.secretKeys.includes(key)) return
    throw new Error(
      "The backup has a secret key that SVC_SECRET_KEY lacks. Add it as an older one, or unset SVC_SECRET_KEY.",
    )
  }
  const path = secretKeyFile(settings)
  if (!existsSync(path)) {
    mkdirSync(settings.dataDir, { recursive: true })
    return writeWhole(path, key)
  }
  if (readFileSync(path, "utf8") !== key) throw new Error(`Another secret key lies at ${path}. Move it away first.`)
}

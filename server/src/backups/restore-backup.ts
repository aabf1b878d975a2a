import { existsSync, readFileSync } from "node:fs"
import { text } from "node:stream/consumers"
import type { Settings } from "#config/settings.ts"
import { openBlobs } from "#start/adapters.ts"
import { secretKeyFile, storeKey } from "#start/secret-key.ts"
import { aFewAtOnce } from "./at-once.ts"
import { type Converter, decryptWith, unchanged } from "./encryption.ts"
import { type Manifest, places } from "./manifest.ts"
import { isEmptyPostgres, restorePostgres } from "./postgres-copy.ts"
import { type BackupAddress, findFaults, type OpenedBackup, openBackup } from "./read-backup.ts"
import { isEmptySqlite, placeSqlite } from "./sqlite-copy.ts"
import { sqlitePath } from "./take-backup.ts"

export interface BackupSource extends BackupAddress {
  identity?: string | undefined
}

/**
 * Checks everything before it writes. The database comes last, so that an interrupted restore can start again.
 * @throws Error for a damaged or foreign backup, or a database that is not empty.
 */
export async function restoreBackup(settings: Settings, source: BackupSource): Promise<Manifest> {
  const sqlite = sqlitePath(settings.databaseUrl)
  const isEmpty = sqlite === undefined ? await isEmptyPostgres(settings.databaseDirectUrl) : isEmptySqlite(sqlite)
  if (!isEmpty) throw new Error("The database is not empty. A backup is restored into an empty one.")
  const backup = await openBackup(settings, source)
  const { manifest, own } = backup
  const kind = sqlite === undefined ? "postgres" : "sqlite"
  if (manifest.database.kind !== kind) {
    throw new Error(`The backup is of a ${manifest.database.kind} database; the settings name a ${kind} one.`)
  }
  const convert = await converterOf(manifest, source.identity)
  const [fault] = await findFaults(backup)
  if (fault) throw new Error(fault)
  const database = await convert(await own.read(places.database)) // another identity fails here
  try {
    if (manifest.secretKey) placeSecretKey(settings, await text(await convert(await own.read(places.secretKey))))
    await restoreBlobs(settings, backup, convert)
  } catch (error) {
    database.destroy()
    throw error
  }
  await (sqlite === undefined ? restorePostgres(settings.databaseDirectUrl, database) : placeSqlite(database, sqlite))
  return manifest
}

async function converterOf({ encryptedTo }: Manifest, identity: string | undefined): Promise<Converter> {
  if (encryptedTo.length === 0) return unchanged
  if (identity !== undefined) return decryptWith(identity)
  throw new Error(`The backup is encrypted to ${encryptedTo.join(", ")}: name its identity with --identity <file>.`)
}

async function restoreBlobs(settings: Settings, { manifest, blobs, find }: OpenedBackup, convert: Converter) {
  const to = await openBlobs(settings.blobsUrl)
  await aFewAtOnce(blobs, async (blob) => {
    const { from, key } = find(blob)
    const measured = await to.write(blob.key, await convert(await from.read(key)), blob.sizeBytes)
    // Decryption has checked an encrypted blob. Its digest is of the encrypted bytes.
    if (manifest.encryptedTo.length === 0 && measured.sha256 !== blob.sha256) {
      throw new Error(`The backup changed while it was restored: ${key}.`)
    }
  })
}

/** Checks an existing key, in its file or a setting, against the backup's key. Without one, stores the backup's key. */
function placeSecretKey(settings: Settings, key: string): void {
  if (settings.secretKeys) {
    if (settings.secretKeys.includes(key)) return
    throw new Error(
      "The backup has a secret key that SVC_SECRET_KEY lacks. Add it as an older one, or unset SVC_SECRET_KEY.",
    )
  }
  const path = secretKeyFile(settings)
  if (!existsSync(path)) storeKey(path, key)
  if (readFileSync(path, "utf8") !== key) throw new Error(`Another secret key lies at ${path}. Move it away first.`)
}

import { rmSync } from "node:fs"
import { join } from "node:path"
import type { Settings } from "#config/settings.ts"
import { sealedColumns } from "#engines/jobs/sealed-columns.ts"
import { openKeyring } from "#kernel/keyring.ts"
import type { Log } from "#kernel/log.ts"
import { openBlobs } from "#start/adapters.ts"
import { openDatabase } from "#start/open-database.ts"
import { secretsOf } from "#start/secret-key.ts"
import { migrate } from "#storage/migrate.ts"
import { noteFinished } from "./backup-hold.ts"
import { checkMoney, findSealedTexts, listNamedBlobs } from "./drill-store.ts"
import type { Manifest } from "./manifest.ts"
import { createPostgres, dropPostgres } from "./postgres-copy.ts"
import { type BackupSource, restoreBackup } from "./restore-backup.ts"
import { sqlitePath } from "./take-backup.ts"

/** The database on the server of the settings, and the folder in their data folder, that only drills use. */
const drillName = "atelier_restore_drill"

/**
 * Restores a backup into a database and a folder of its own, checks the copy, and removes both. The service may
 * run meanwhile. @throws Error saying what failed
 */
export async function drillRestore(settings: Settings, source: BackupSource, log: Log): Promise<Manifest> {
  const folder = join(settings.dataDir, drillName)
  const sqlite = sqlitePath(settings.databaseUrl)
  const own = sqlite === undefined ? await createPostgres(settings.databaseDirectUrl, drillName) : undefined
  try {
    rmSync(folder, { recursive: true, force: true })
    const databaseUrl = own ?? `sqlite:${join(folder, "drill.db")}`
    const places = {
      databaseUrl,
      databaseDirectUrl: databaseUrl,
      dataDir: folder,
      blobsUrl: `file:${join(folder, "blobs")}`,
    }
    const drill = { ...settings, ...places }
    const manifest = await restoreBackup(drill, source)
    if (!manifest.secretKey && !settings.secretKeys)
      throw new Error("The backup has no secret key: set SVC_SECRET_KEY.")
    await check(drill, manifest, log)
    await noteFinished(settings, "restore-drill", log)
    return manifest
  } finally {
    rmSync(folder, { recursive: true, force: true })
    if (own !== undefined) await dropPostgres(settings.databaseDirectUrl, drillName)
  }
}

async function check(drill: Settings, { missing }: Manifest, log: Log): Promise<void> {
  const database = await openDatabase(drill, log)
  try {
    await migrate(database)
    const stored = new Map(
      (await (await openBlobs(drill.blobsUrl)).list()).map(({ key, sizeBytes }) => [key, sizeBytes]),
    )
    const lacking = (await listNamedBlobs(database.read)).filter(
      ({ key, sizeBytes }) => stored.get(key) !== sizeBytes && !missing.includes(key),
    )
    if (lacking.length > 0)
      throw new Error(`The restored database has files that were not restored: ${lacking[0]?.key}.`)
    const sealed = await findSealedTexts(database.read, openKeyring(...secretsOf(drill)), sealedColumns)
    if (sealed.length > 0) throw new Error(`The secret key does not open ${sealed.join(", ")}.`)
    const wrong = await checkMoney(database.read)
    if (wrong.length > 0) throw new Error(`The restored database violates rules of money: ${wrong.join("; ")}.`)
  } finally {
    await database.close()
  }
}

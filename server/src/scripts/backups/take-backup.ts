import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Settings } from "#config/settings.ts"
import { holdBlobs, releaseBlobs } from "#domains/drive/index.ts"
import { newId } from "#kernel/ids.ts"
import type { Log } from "#kernel/log.ts"
import { openBlobs, openDatabase } from "#start/app.ts"
import { secretKeyFile } from "#start/secret-key.ts"
import { copyBlobs, type NamedBlob } from "./copy-blobs.ts"
import { type Manifest, measureFile, places, writeWhole } from "./manifest.ts"
import { dumpPostgres } from "./postgres-copy.ts"
import { copySqlite } from "./sqlite-copy.ts"

const renewMs = 60_000

/**
 * Writes a snapshot of the database, its blobs (which no process can remove meanwhile) and a generated secret key. The
 * manifest comes last: an interrupted backup is none. @throws Error for a folder in use or an unreadable store.
 */
export async function takeBackup(settings: Settings, folder: string, log: Log): Promise<Manifest> {
  const sqlite = sqlitePath(settings.databaseUrl)
  if (sqlite !== undefined && !existsSync(sqlite)) throw new Error(`There is no database at ${sqlite}.`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty; every backup takes a folder of its own.`)

  const release = await hold(settings, log)
  try {
    const takenAt = new Date().toISOString()
    const database = join(folder, places.database)
    const named = await (sqlite === undefined
      ? dumpPostgres(settings.databaseDirectUrl, database)
      : copySqlite(sqlite, database))
    const kind = sqlite === undefined ? "postgres" : "sqlite"
    const copies = await copyAll(settings, folder, named)
    const manifest: Manifest = {
      format: 1,
      takenAt,
      database: { kind, ...(await measureFile(database)) },
      ...copies,
      secretKey: await copySecretKey(settings, folder),
    }
    await writeWhole(join(folder, places.manifest), `${JSON.stringify(manifest, null, 2)}\n`)
    return manifest
  } finally {
    await release()
  }
}

export function sqlitePath(url: string): string | undefined {
  return url.startsWith("sqlite:") ? url.slice("sqlite:".length) : undefined
}

/** Prevents all processes from removing blobs until the returned function is called. */
async function hold(settings: Settings, log: Log): Promise<() => Promise<void>> {
  const database = await openDatabase(settings, log)
  const id = newId("backup")
  const now = Date.now
  const renew = () => database.transaction((db) => holdBlobs({ db, now }, id))
  await renew().catch(async (error) => {
    await database.close()
    throw error
  })
  const timer = setInterval(() => {
    renew().catch((error: Error) => log.warn({ error: error.message }, "The backup could not renew its hold."))
  }, renewMs)
  return async () => {
    clearInterval(timer)
    await database.transaction((db) => releaseBlobs({ db, now }, id))
    await database.close()
  }
}

async function copyAll(settings: Settings, folder: string, named: readonly NamedBlob[]) {
  const from = await openBlobs(settings.blobsUrl)
  const to = await openBlobs(`file:${join(folder, places.blobs)}`)
  const { copied, missing } = await copyBlobs(named, { from, to })
  const index = join(folder, places.index)
  await writeWhole(index, copied.map((blob) => `${JSON.stringify(blob)}\n`).join(""))
  const sizeBytes = copied.reduce((sum, blob) => sum + blob.sizeBytes, 0)
  return { index: await measureFile(index), blobs: { count: copied.length, sizeBytes }, missing }
}

/** Copies the secret key, unless a setting contains it: then the operator must store it. */
async function copySecretKey(settings: Settings, folder: string): Promise<Manifest["secretKey"]> {
  const path = secretKeyFile(settings)
  if (settings.secretKeys || !existsSync(path)) return null
  const copy = join(folder, places.secretKey)
  await writeWhole(copy, readFileSync(path, "utf8"))
  return measureFile(copy)
}

import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { Readable } from "node:stream"
import type { Blobs } from "#adapters/blobs/port.ts"
import type { Settings } from "#config/settings.ts"
import type { Log } from "#kernel/log.ts"
import { openBlobs } from "#start/adapters.ts"
import { secretKeyFile } from "#start/secret-key.ts"
import { noteFinished, withHold } from "./backup-hold.ts"
import { copyBlobs, type NamedBlob } from "./copy-blobs.ts"
import { type Converter, encryptTo } from "./encryption.ts"
import { type Expired, expireBackups } from "./expire-backups.ts"
import { type Manifest, places, toLines, writeManifest, writeText } from "./manifest.ts"
import { type BackupTarget, isBucket, openPlace, splitAddress } from "./places.ts"
import { openPool, type Pool, writeIndex } from "./pool.ts"
import { dumpPostgres } from "./postgres-copy.ts"
import { copySqlite } from "./sqlite-copy.ts"

interface Taken {
  manifest: Manifest
  /** The copied blobs. With a pool, the backup refers to more blobs than were copied. */
  copied: Manifest["blobs"]
  /** Undefined if nothing was to be removed, or another backup was running. */
  expired: Expired | undefined
  /** Why expired backups could not be removed. */
  expiryFault?: unknown
}

interface Opened {
  own: Blobs
  pool: Pool | undefined
  convert: Converter
}

/**
 * Writes a snapshot of the database, its blobs (which no process can remove meanwhile) and a generated secret key. The
 * manifest comes last: an interrupted backup is none. @throws Error for a folder in use or an unreadable store.
 */
export async function takeBackup(settings: Settings, target: BackupTarget, log: Log): Promise<Taken> {
  const sqlite = sqlitePath(settings.databaseUrl)
  if (sqlite !== undefined && !existsSync(sqlite)) throw new Error(`There is no database at ${sqlite}.`)
  const opened = await openTarget(settings, target)
  return withHold(settings, log, async (hold) => {
    const written = await write(settings, opened, target.encryptTo ?? [])
    await noteFinished(settings, "backup", log)
    const { keep } = target
    if (keep === undefined) return { ...written, expired: undefined }
    return hold
      .alone(() => expireBackups(settings, target, keep))
      .then(
        (expired) => ({ ...written, expired }),
        (expiryFault: unknown) => ({ ...written, expired: undefined, expiryFault }),
      )
  })
}

export function sqlitePath(url: string): string | undefined {
  return url.startsWith("sqlite:") ? url.slice("sqlite:".length) : undefined
}

async function openTarget(settings: Settings, target: BackupTarget): Promise<Opened> {
  const { folder, pool, encryptTo: recipients = [] } = target
  const convert = await encryptTo(recipients)
  const { parent } = splitAddress(folder)
  if (pool !== undefined && splitAddress(pool).parent !== parent) {
    throw new Error(`The pool must be in ${parent.replace(/\?.*/, "")}, beside its backups.`)
  }
  if (!isBucket(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 })
  const own = await openPlace(folder, settings)
  if ((await own.list()).length > 0) throw new Error(`${folder} is not empty; every backup takes a folder of its own.`)
  return {
    own,
    pool: pool === undefined ? undefined : await openPool(await openPlace(pool, settings), recipients),
    convert,
  }
}

async function write(settings: Settings, { own, pool, convert }: Opened, recipients: readonly string[]) {
  const takenAt = new Date().toISOString()
  await writeText(own, places.unfinished, takenAt)
  const store = async (bytes: Readable) => own.write(places.database, await convert(bytes), Number.POSITIVE_INFINITY)
  const sqlite = sqlitePath(settings.databaseUrl)
  const { named, stored } = await (sqlite === undefined
    ? dumpPostgres(settings.databaseDirectUrl, store)
    : copySqlite(sqlite, store))
  const { copied, ...parts } = await copyAll(settings, named, { own, pool, convert })
  const manifest: Manifest = {
    format: 2,
    takenAt,
    database: { kind: sqlite === undefined ? "postgres" : "sqlite", ...stored },
    ...parts,
    secretKey: await copySecretKey(settings, { own, convert }),
    pool: pool?.folder ?? null,
    encryptedTo: [...recipients],
  }
  await writeManifest(own, manifest)
  await own.remove(places.unfinished)
  return { manifest, copied }
}

async function copyAll(settings: Settings, named: readonly NamedBlob[], target: Opened) {
  const { entries, copied, missing } = await copyBlobs(named, await openBlobs(settings.blobsUrl), target)
  const pooled = copied.filter(({ isPooled }) => isPooled)
  if (target.pool && pooled.length > 0) await writeIndex(target.pool, pooled)
  const index = await writeText(target.own, places.index, toLines(entries))
  return { index, blobs: inAll(entries), missing, copied: inAll(copied) }
}

function inAll(entries: readonly { sizeBytes: number }[]): Manifest["blobs"] {
  return { count: entries.length, sizeBytes: entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) }
}

/** Copies the secret key, unless a setting contains it: then the operator must store it. */
async function copySecretKey(
  settings: Settings,
  { own, convert }: Omit<Opened, "pool">,
): Promise<Manifest["secretKey"]> {
  const path = secretKeyFile(settings)
  if (settings.secretKeys || !existsSync(path)) return null
  const bytes = Readable.from([readFileSync(path)])
  return own.write(places.secretKey, await convert(bytes), Number.POSITIVE_INFINITY)
}

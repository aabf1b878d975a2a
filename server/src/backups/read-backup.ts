import { text } from "node:stream/consumers"
import type { BlobMeasures, Blobs } from "#adapters/blobs/port.ts"
import type { Settings } from "#config/settings.ts"
import { measureUpTo } from "#kernel/bounds/measure-bytes.ts"
import { ServiceError } from "#kernel/error.ts"
import { aFewAtOnce } from "./at-once.ts"
import { type BlobEntry, fromLines, type Manifest, places, readManifest } from "./manifest.ts"
import { openExistingPlace } from "./places.ts"

/** The folder of a backup, and the pool of its blobs if there is one. */
export interface BackupAddress {
  folder: string
  pool?: string | undefined
}

export interface OpenedBackup {
  manifest: Manifest
  blobs: BlobEntry[]
  own: Blobs
  find(blob: BlobEntry): { from: Blobs; key: string }
}

/** Reads the manifest and the index, and checks them. @throws Error for a damaged backup, or without its pool. */
export async function openBackup(settings: Settings, { folder, pool }: BackupAddress): Promise<OpenedBackup> {
  const own = await openExistingPlace(folder, settings)
  const manifest = await readManifest(own, folder)
  const pooled = manifest.pool === null ? undefined : await openPoolOf(settings, pool)
  const damage = await faultOf(places.index, { from: own, key: places.index }, manifest.index)
  if (damage) throw new Error(damage)
  const blobs = fromLines(await text(await own.read(places.index)))
  const find = ({ key, isPooled }: BlobEntry) =>
    isPooled && pooled ? { from: pooled, key: `${manifest.pool}/${key}` } : { from: own, key: `${places.blobs}/${key}` }
  return { manifest, blobs, own, find }
}

async function openPoolOf(settings: Settings, pool: string | undefined): Promise<Blobs> {
  if (pool === undefined) throw new Error("The files of this backup are in a pool: say where, with --pool <folder>.")
  return openExistingPlace(pool, settings)
}

/** Reads every byte. Returns a sentence for each missing or changed part. */
export async function findFaults({ manifest, blobs, own, find }: OpenedBackup): Promise<string[]> {
  const parts = [
    { name: places.database, place: { from: own, key: places.database }, expected: manifest.database },
    ...(manifest.secretKey
      ? [{ name: places.secretKey, place: { from: own, key: places.secretKey }, expected: manifest.secretKey }]
      : []),
    ...blobs.map((blob) => ({ name: find(blob).key, place: find(blob), expected: blob })),
  ]
  const faults: string[] = []
  await aFewAtOnce(parts, async ({ name, place, expected }) => {
    const fault = await faultOf(name, place, expected)
    if (fault) faults.push(fault)
  })
  return faults.toSorted()
}

async function faultOf(name: string, { from, key }: { from: Blobs; key: string }, expected: BlobMeasures) {
  const measure = measureUpTo(Number.POSITIVE_INFINITY)
  try {
    for await (const _chunk of measure.through(await from.read(key)));
  } catch (error) {
    if (error instanceof ServiceError && error.code !== "not_found") throw error
    return `The backup is incomplete: ${name} cannot be read.`
  }
  const found = measure.result()
  if (found.sizeBytes === expected.sizeBytes && found.sha256 === expected.sha256) return undefined
  return `The backup is damaged: ${name} is not as it was written.`
}

import { Readable } from "node:stream"
import type { Blobs } from "#adapters/blobs/port.ts"
import { measureUpTo } from "#kernel/bounds/measure-bytes.ts"
import { ServiceError } from "#kernel/error.ts"
import { aFewAtOnce } from "./at-once.ts"
import type { Converter } from "./encryption.ts"
import { type BlobEntry, places } from "./manifest.ts"
import type { Pool } from "./pool.ts"

/** A blob in the database. Parts of uploads have no digest there. */
export interface NamedBlob {
  key: string
  sizeBytes: number
  sha256: string | null
}

interface Target {
  own: Blobs
  pool: Pool | undefined
  convert: Converter
}

/**
 * Copies blobs into a backup, or into its pool if they are not there yet. Parts of uploads are soon removed, so they are
 * never in the pool. Returns the index, what was copied, and the keys of missing or different blobs. @throws ServiceError
 */
export async function copyBlobs(
  named: readonly NamedBlob[],
  from: Blobs,
  { own, pool, convert }: Target,
): Promise<{ entries: BlobEntry[]; copied: BlobEntry[]; missing: string[] }> {
  const [entries, copied, missing]: [BlobEntry[], BlobEntry[], string[]] = [[], [], []]
  await aFewAtOnce(named, async (blob) => {
    const isPooled = pool !== undefined && blob.sha256 !== null
    const known = isPooled ? pool.known.get(blob.key) : undefined
    if (known) return void entries.push(known)
    const to = isPooled
      ? { blobs: pool.blobs, key: `${pool.folder}/${blob.key}` }
      : { blobs: own, key: `${places.blobs}/${blob.key}` }
    const stored = await copyBlob(blob, from, { ...to, convert })
    if (!stored) return void missing.push(blob.key)
    const entry = { key: blob.key, ...stored, ...(isPooled && { isPooled }) }
    entries.push(entry)
    copied.push(entry)
  })
  return { entries, copied, missing }
}

/** Returns the stored measures; undefined for a blob that is missing or unlike its row. */
async function copyBlob(
  { key, sizeBytes, sha256 }: NamedBlob,
  from: Blobs,
  to: { blobs: Blobs; key: string; convert: Converter },
) {
  const plain = measureUpTo(Number.POSITIVE_INFINITY)
  try {
    const bytes = Readable.from(plain.through(await from.read(key)), { objectMode: false })
    const stored = await to.blobs.write(to.key, await to.convert(bytes), Number.POSITIVE_INFINITY)
    const found = plain.result()
    if (found.sizeBytes === sizeBytes && (sha256 === null || sha256 === found.sha256)) return stored
    await to.blobs.remove(to.key)
  } catch (error) {
    const isLacking = error instanceof ServiceError && error.code === "not_found"
    if (!isLacking) throw error
  }
  return undefined
}

import type { Blobs } from "#adapters/blobs/port.ts"
import { ServiceError } from "#kernel/error.ts"
import type { BlobEntry } from "./manifest.ts"

const atOnce = 8

/** A blob in the database. Parts of uploads have no digest there. */
export interface NamedBlob {
  key: string
  sizeBytes: number
  sha256: string | null
}

/** Copies a few at a time. Returns the copies, and the keys of missing or different blobs. @throws ServiceError */
export async function copyBlobs(
  blobs: readonly NamedBlob[],
  { from, to }: { from: Blobs; to: Blobs },
): Promise<{ copied: BlobEntry[]; missing: string[] }> {
  const copied: BlobEntry[] = []
  const missing: string[] = []
  const left = blobs.values()
  const work = async () => {
    for (const blob of left) {
      const entry = await copyBlob(blob, { from, to })
      if (entry) copied.push(entry)
      else missing.push(blob.key)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { copied, missing }
}

async function copyBlob(
  { key, sizeBytes, sha256 }: NamedBlob,
  { from, to }: { from: Blobs; to: Blobs },
): Promise<BlobEntry | undefined> {
  try {
    const measured = await to.write(key, await from.read(key), sizeBytes)
    if (measured.sizeBytes === sizeBytes && (sha256 === null || sha256 === measured.sha256)) return { key, ...measured }
    await to.remove(key)
  } catch (error) {
    const isLacking = error instanceof ServiceError && (error.code === "not_found" || error.status === 413)
    if (!isLacking) throw error
  }
  return undefined
}

import type { NamedBlob } from "./copy-blobs.ts"

/** Selects every blob that rows need: of files, their pictures, covers, built pages, and parts of unfinished uploads. */
export const namedBlobs = `
  select blob_key, size_bytes, sha256 from files
  union all
  select blob_key || '.webp', picture_bytes, picture_sha256 from files where picture_sha256 is not null
  union all
  select blob_key, size_bytes, sha256 from covers where used_at is not null
  union all
  select part.blob_key, part.size_bytes, null
  from upload_parts part join uploads upload on upload.id = part.upload_id
  where upload.state = 'open'
  union all
  select blob_key, size_bytes, sha256 from assets where sha256 is not null`

export function toNamedBlob(row: Record<string, unknown>): NamedBlob {
  const { blob_key, size_bytes, sha256 } = row
  return { key: String(blob_key), sizeBytes: Number(size_bytes), sha256: sha256 === null ? null : String(sha256) }
}

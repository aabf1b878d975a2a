import type { Reading } from "#access/context.ts"
import { notFound } from "#kernel/error.ts"
import { findServedCover } from "../offers/index.ts"

interface ServedCover {
  /** The cover's key in the blob store. It is never shown. */
  blobKey: string
  contentType: string
  sizeBytes: number
  /** SHA-256 of the bytes, lower-case hexadecimal; also the strong entity tag. */
  sha256: string
}

/**
 * Finds a cover by the last part of an address on the files' host. Undefined when that is not a cover's address.
 *
 * @throws ServiceError `not_found` when it was replaced, or its offer or its workspace is suspended.
 */
export async function findCover(cx: Reading, address: string): Promise<ServedCover | undefined> {
  if (!/^cover_\w{1,64}$/.test(address)) return undefined
  const row = await findServedCover(cx, { column: "covers.id", id: address })
  if (!row) throw notFound("Cover not found.")
  return { blobKey: row.blob_key, contentType: row.content_type, sizeBytes: row.size_bytes, sha256: row.sha256 }
}

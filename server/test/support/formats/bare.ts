import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { withoutMetadata } from "#kernel/pictures/without-metadata.ts"

const partsOf = (bytes: Buffer, size: number): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size)),
  )

/** What strangers get of a picture that is stored in parts of a size. */
export function bare(bytes: Buffer, size = bytes.length || 1): Promise<Buffer> {
  const file = {
    sizeBytes: bytes.length,
    read: async ({ start, end }: { start: number; end: number }) => partsOf(bytes.subarray(start, end + 1), size),
  }
  return buffer(Readable.from(withoutMetadata(partsOf(bytes, size), file), { objectMode: false }))
}

import type { Readable } from "node:stream"

/** The bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** The measures of a stored blob: its bytes, and its SHA-256 in lower-case hexadecimal. */
export interface BlobMeasures {
  sizeBytes: number
  sha256: string
}

/**
 * Keys have letters, digits, `_`, `-`, `.` (not first) and parts separated by `/`, at most 200 characters. Writing to a key replaces its
 * blob. After ten seconds without progress of the store, calls and streams fail with a ServiceError `upstream_error`.
 */
export interface Blobs {
  /**
   * Stores a stream and returns its measures. If the stream fails, nothing is stored; beyond `maxBytes` it fails with a
   * ServiceError 413. After an `upstream_error` the blob may exist or not.
   */
  write(key: string, bytes: Readable, maxBytes: number): Promise<BlobMeasures>
  /** Ignores the part of a range beyond the last byte. @throws ServiceError `not_found` without a blob. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Removes a blob; does nothing if there is none. */
  remove(key: string): Promise<void>
  /** Lists the blobs below `prefix/`, or all of them, in no order. */
  list(prefix?: string): Promise<ListedBlob[]>
}

export interface ListedBlob {
  key: string
  sizeBytes: number
}

/** Watches a call. The store ends it when the signal aborts, and reports progress that is not visible from outside. */
export interface Watch {
  readonly signal: AbortSignal
  progress(): void
}

/** The interface of an adapter, as `Blobs` describes it; `withDeadlines` makes a `Blobs` from it. */
export interface BlobStore {
  /** Reads from the source only while no part is being sent, so that the two waits can be distinguished. */
  write(key: string, bytes: AsyncIterable<Uint8Array>, how: Watch & { maxBytes: number }): Promise<BlobMeasures>
  read(key: string, how: Watch & { range: ByteRange | undefined }): Promise<Readable>
  remove(key: string, how: Watch): Promise<void>
  list(how: Watch & { prefix: string | undefined }): Promise<ListedBlob[]>
}

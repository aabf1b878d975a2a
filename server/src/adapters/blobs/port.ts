import type { Readable } from "node:stream"

/** The bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** The measures of a stored blob: its bytes, and its SHA-256 in lower-case hexadecimal. */
export interface Measured {
  sizeBytes: number
  sha256: string
}

/**
 * The store for the bytes of files. This service makes the keys: letters, digits, `_` and `-`, in parts separated by
 * `/`, at most 200 characters. Writing to an existing key replaces its blob.
 *
 * If a store makes no progress for ten seconds, calls and streams from `read` fail with a ServiceError
 * `upstream_error`. Time in which this process waits for the writer's source or the reader does not count.
 */
export interface Blobs {
  /**
   * Stores a stream and returns its measures. If the stream fails, nothing is stored; beyond `maxBytes` it fails with a
   * ServiceError 413. After an `upstream_error` the blob may exist or not.
   */
  write(key: string, bytes: Readable, maxBytes: number): Promise<Measured>
  /**
   * Opens the bytes, or a range of them. The part of a range beyond the last byte is ignored. Throws a ServiceError
   * `not_found` when there is no such blob.
   */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Removes a blob; does nothing if there is none. */
  remove(key: string): Promise<void>
}

/** Watches a call. The store ends it when the signal aborts, and reports progress that is not visible from outside. */
export interface Watch {
  readonly signal: AbortSignal
  progress(): void
}

/** The interface of an adapter, as `Blobs` describes it; `withDeadlines` makes a `Blobs` from it. */
export interface BlobStore {
  /** Reads from the source only while no part is being sent, so that the two waits can be distinguished. */
  write(key: string, bytes: AsyncIterable<Uint8Array>, how: Watch & { maxBytes: number }): Promise<Measured>
  read(key: string, how: Watch & { range: ByteRange | undefined }): Promise<Readable>
  remove(key: string, how: Watch): Promise<void>
}

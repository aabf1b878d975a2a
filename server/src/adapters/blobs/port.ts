import type { Readable } from "node:stream"

/** Bytes from `start` up to and with `end`. */
export interface ByteRange {
  start: number
  end: number
}

/** What was stored: bytes, and their SHA-256 in lower-case hexadecimal. */
export interface Measured {
  sizeBytes: number
  sha256: string
}

/**
 * Where the bytes of files lie. Keys are ours: letters, digits, `_` and `-`, in parts joined by `/`, at most 200
 * characters. Writing a key again replaces what lay there as a whole.
 *
 * A store that makes no progress for ten seconds is a ServiceError `upstream_error`, from each call and from a stream
 * that `read` gave. Time that the writer's source or the reader takes does not count.
 */
export interface Blobs {
  /**
   * Stores a stream and answers what was in it. A stream that fails leaves nothing behind; more than `maxBytes` stops
   * the stream with a ServiceError 413. After an `upstream_error` something may lie there all the same.
   */
  write(key: string, bytes: Readable, maxBytes: number): Promise<Measured>
  /**
   * Opens the bytes, or a range of them; a part of the range that lies past the last byte is left out. Throws a
   * ServiceError `not_found` when there is no such blob.
   */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
}

/** How a call is watched: the store ends it when the signal says so, and tells when it goes on in a way not seen outside. */
export interface Watch {
  readonly signal: AbortSignal
  progress(): void
}

/** What an adapter implements, as `Blobs` describes it; `withDeadlines` makes those of it. */
export interface BlobStore {
  /** The source is asked for more only while nothing else is under way, so that waiting for it is told from waiting here. */
  write(key: string, bytes: AsyncIterable<Uint8Array>, how: Watch & { maxBytes: number }): Promise<Measured>
  read(key: string, how: Watch & { range: ByteRange | undefined }): Promise<Readable>
  remove(key: string, how: Watch): Promise<void>
}

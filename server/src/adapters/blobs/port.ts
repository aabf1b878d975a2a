import type { Readable } from "node:stream"

/**
 * Where the bytes of files lie. Keys are ours: letters, digits, `_` and `-`, in parts joined by `/`, at most 200
 * characters. Writing a key again replaces what lay there as a whole.
 */
export interface Blobs {
  /**
   * Stores a stream and answers what was in it (SHA-256 in lower-case hexadecimal). A stream that fails leaves nothing
   * behind; more than `maxBytes` stops the stream with a ServiceError 413.
   */
  write(key: string, bytes: Readable, maxBytes: number): Promise<{ sizeBytes: number; sha256: string }>
  /**
   * Opens the bytes, or those from `start` up to and with `end`; a part of the range that lies past the last byte is
   * left out. Throws a ServiceError `not_found` when there is no such blob.
   */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
}

import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import type { PassingReader } from "./byte-reader.ts"

/** A file whose bytes can be read at any place. `end` is included. */
export interface StoredFile {
  readonly sizeBytes: number
  read(range: { start: number; end: number }): Promise<AsyncIterable<Uint8Array>>
}

/** Returns bytes at a place of a file; fewer at the file's end. */
export type Window = (start: number, size: number) => Promise<Buffer>

const windowBytes = 65_536

export function openWindow({ sizeBytes, read }: StoredFile): Window {
  let [from, held] = [0, Buffer.alloc(0)]
  return async (start, size) => {
    const end = Math.min(start + size, sizeBytes)
    if (start >= end) return Buffer.alloc(0)
    if (start < from || end > from + held.length) {
      const last = Math.min(Math.max(end, start + windowBytes), sizeBytes) - 1
      held = await buffer(Readable.from(await read({ start, end: last })))
      from = start
    }
    return held.subarray(start - from, end - from)
  }
}

/** A range of bytes that is blanked: `put` replaces the first bytes, and zeros replace the rest. */
export interface Blank {
  readonly start: number
  readonly end: number
  readonly put?: Buffer
}

export async function* passExcept(reader: PassingReader, blanks: readonly Blank[]): AsyncGenerator<Buffer> {
  let at = 0
  for (const { start, end, put = Buffer.alloc(0) } of blanks.toSorted((one, other) => one.start - other.start)) {
    if (end <= at) continue
    yield* reader.pass(Math.max(0, start - at))
    at = Math.max(at, start)
    const shown = at === start ? put.subarray(0, end - at) : put.subarray(0, 0)
    yield* reader.replace(shown)
    yield* reader.blank(end - at - shown.length)
    at = end
  }
  yield* reader.pass()
}

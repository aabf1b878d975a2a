/** Bytes of a client's that are not what they claim to be. */
export class MalformedBytes extends Error {
  override readonly name = "MalformedBytes"
}

/** Reads numbers, texts and parts as lib0, the ground under Yjs, writes them. */
export interface ByteReader {
  /** A whole number from 0, at most 2⁵³ − 1. */
  number(): number
  /** A part that tells its own length. It shares the memory of the whole. */
  part(): Uint8Array
  /** Text that tells its own length, at most so many bytes. */
  text(mostBytes: number): string
  isAtEnd(): boolean
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/**
 * Reads bytes from their start. What is read was never allocated by what the bytes claim.
 *
 * @throws MalformedBytes at each call that finds less or other than it should.
 */
export function readBytes(bytes: Uint8Array): ByteReader {
  let at = 0
  const reader: ByteReader = {
    number() {
      let value = 0
      for (let factor = 1; factor <= 2 ** 49; factor *= 128) {
        const byte = bytes[at++]
        if (byte === undefined) break
        value += (byte & 127) * factor
        if (value > Number.MAX_SAFE_INTEGER) break
        if (byte < 128) return value
      }
      throw new MalformedBytes("A number does not end.")
    },
    part() {
      const length = reader.number()
      if (length > bytes.length - at) throw new MalformedBytes("A part is longer than the whole.")
      at += length
      return bytes.subarray(at - length, at)
    },
    text(mostBytes) {
      const part = reader.part()
      if (part.length > mostBytes) throw new MalformedBytes("A text is too long.")
      try {
        return utf8.decode(part)
      } catch {
        throw new MalformedBytes("A text is not UTF-8.")
      }
    },
    isAtEnd: () => at === bytes.length,
  }
  return reader
}

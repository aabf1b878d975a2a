export class MalformedBytes extends Error {
  override readonly name = "MalformedBytes"
}

/** Reads the encoding of lib0, on which Yjs is built. */
export interface ByteReader {
  /** An unsigned varint of at most 2⁵³ − 1. */
  number(): number
  /** Bytes with a length prefix. They share the memory of the input. */
  part(): Uint8Array
  /** UTF-8 text with a length prefix. */
  text(mostBytes: number): string
  isAtEnd(): boolean
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** A length that the bytes claim never causes an allocation. @throws MalformedBytes from each method. */
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

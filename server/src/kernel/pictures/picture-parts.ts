/** More segments or chunks than a picture has. Readers stop there, so that a hostile file takes little time. */
export const mostParts = 20_000

interface Chunk {
  readonly name: string
  readonly body: Buffer
}

/** ISO/IEC 15948 §5: the chunks of a PNG. None for another file. */
export function* pngChunks(file: Buffer): Generator<Chunk> {
  if (file.toString("latin1", 0, 8) !== "\x89PNG\r\n\x1a\n") return
  for (let at = 8, parts = 0; at + 12 <= file.length && parts < mostParts; parts += 1) {
    const size = file.readUInt32BE(at)
    yield { name: file.toString("latin1", at + 4, at + 8), body: file.subarray(at + 8, at + 8 + size) }
    at += 12 + size
  }
}

/** RFC 9649 §2.3: the chunks of a WebP. None for another file. */
export function* webpChunks(file: Buffer): Generator<Chunk> {
  if (!/^RIFF.{4}WEBP/s.test(file.toString("latin1", 0, 12))) return
  for (let at = 12, parts = 0; at + 8 <= file.length && parts < mostParts; parts += 1) {
    const size = file.readUInt32LE(at + 4)
    yield { name: file.toString("latin1", at, at + 4), body: file.subarray(at + 8, at + 8 + size) }
    at += 8 + size + (size % 2)
  }
}

interface Segment {
  readonly code: number
  readonly body: Buffer
}

/** ITU-T T.81 §B.1: the segments of a JPEG. None for another file, and none after bytes that begin no segment. */
export function* jpegSegments(file: Buffer): Generator<Segment> {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) return
  for (let at = 2, parts = 0; at + 4 <= file.length && parts < mostParts; parts += 1) {
    const [mark, code] = [file[at], file[at + 1] ?? 0]
    if (mark !== 0xff) return
    if (code === 0xff) {
      at += 1 // fill bytes may precede a marker
      continue
    }
    const length = file.readUInt16BE(at + 2)
    yield { code, body: file.subarray(at + 4, at + 2 + length) }
    at += 2 + length
  }
}

import { crc32 } from "node:zlib"

/** A segment of a JPEG. */
export function jpegSegment(code: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, code, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** A chunk of a PNG. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** A PNG with chunks after its header. */
export const withPngChunks = (png: Buffer, chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])

/** A JPEG with segments after its beginning. */
export const withJpegSegments = (jpeg: Buffer, segments: readonly Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])

export function webpChunk(name: string, data: Buffer): Buffer {
  const head = Buffer.concat([Buffer.from(name), Buffer.alloc(4)])
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** A WebP in the extended form, with chunks before and after its pixels. `flags` name them. */
export function extendedWebp(webp: Buffer, { flags, before = [], after = [] }: Extended): Buffer {
  const isLossless = webp.toString("latin1", 12, 16) === "VP8L"
  const bits = webp.readUInt32LE(21)
  const width = isLossless ? (bits & 0x3fff) + 1 : webp.readUInt16LE(26)
  const height = isLossless ? ((bits >>> 14) & 0x3fff) + 1 : webp.readUInt16LE(28)
  const extended = Buffer.alloc(10)
  extended[0] = flags
  extended.writeUIntLE(width - 1, 4, 3)
  extended.writeUIntLE(height - 1, 7, 3)
  const chunks = [webpChunk("VP8X", extended), ...before, webp.subarray(12), ...after]
  const file = Buffer.concat([Buffer.from("RIFF\0\0\0\0WEBP"), ...chunks])
  file.writeUInt32LE(file.length - 8, 4)
  return file
}

interface Extended {
  flags: number
  before?: readonly Buffer[]
  after?: readonly Buffer[]
}

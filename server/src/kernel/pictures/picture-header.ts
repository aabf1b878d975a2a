import { jpegSegments, pngChunks, webpChunks } from "./picture-parts.ts"

export interface PictureHeader {
  readonly width: number
  readonly height: number
  /** How it is turned and mirrored, 1 to 8, numbered as in Exif 2.3 §4.6.4; 1 is upright. */
  readonly orientation: number
}

/** Reads the header of a PNG, JPEG, WebP or GIF. Undefined for other files, and for truncated ones. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const read of [readPng, readJpeg, readWebp, readGif]) {
    try {
      const size = read(file)
      if (size && size.width > 0 && size.height > 0) return { orientation: 1, ...size }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error // a read past the end
    }
  }
  return undefined
}

type Size = Pick<PictureHeader, "width" | "height"> & Partial<PictureHeader>

/** ISO/IEC 15948 §11.2.1: the header is the first chunk. */
function readPng(file: Buffer): Size | undefined {
  let size: Size | undefined
  for (const { name, body } of pngChunks(file)) {
    if (size === undefined && name !== "IHDR") return undefined
    size ??= { width: body.readUInt32BE(0), height: body.readUInt32BE(4) }
    if (name === "eXIf") return { ...size, ...turnedBy(readTiffOrientation(body)) }
  }
  return size
}

const turnedBy = (orientation: number | undefined) => (orientation === undefined ? {} : { orientation })

function readGif(file: Buffer): Size | undefined {
  if (!/^GIF8[79]a$/.test(file.toString("latin1", 0, 6))) return undefined
  return { width: file.readUInt16LE(6), height: file.readUInt16LE(8) }
}

/** RFC 9649 §2: a container whose first chunk is lossy, lossless or extended. */
function readWebp(file: Buffer): Size | undefined {
  if (file.toString("latin1", 0, 4) !== "RIFF" || file.toString("latin1", 8, 12) !== "WEBP") return undefined
  const kind = file.toString("latin1", 12, 16)
  if (kind === "VP8 ") return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff }
  if (kind === "VP8X") {
    return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1, ...turnedBy(webpOrientation(file)) }
  }
  if (kind !== "VP8L") return undefined
  const bits = file.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/** The data of an EXIF chunk begins as that of a JPEG's segment does, or without its name. */
function webpOrientation(file: Buffer): number | undefined {
  for (const { name, body } of webpChunks(file)) {
    if (name === "EXIF") return readOrientation(body) ?? readTiffOrientation(body)
  }
  return undefined
}

/** ITU-T T.81 §B.2.2: a frame header (SOF) contains the size. */
function readJpeg(file: Buffer): Size | undefined {
  let orientation = 1
  for (const { code, body } of jpegSegments(file)) {
    if (isFrameHeader(code)) return { height: body.readUInt16BE(1), width: body.readUInt16BE(3), orientation }
    if (code === 0xe1) orientation = readOrientation(body) ?? orientation
  }
  return undefined
}

/** C4, C8 and CC are tables and a reserved code. */
const isFrameHeader = (code: number) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)

/** The orientation in an Exif segment; undefined without it. */
function readOrientation(segment: Buffer): number | undefined {
  return segment.toString("latin1", 0, 6) === "Exif\0\0" ? readTiffOrientation(segment.subarray(6)) : undefined
}

/** The tag 0x0112 of the first directory of Exif's data; undefined without it. */
export function readTiffOrientation(tiff: Buffer): number | undefined {
  const isLittle = tiff.toString("latin1", 0, 2) === "II"
  const u16 = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const u32 = (at: number) => (at + 4 > tiff.length ? 0 : isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const directory = u32(4)
  for (let entry = 0; entry < u16(directory); entry += 1) {
    const at = directory + 2 + entry * 12
    if (at + 12 > tiff.length) return undefined
    if (u16(at) !== 0x0112) continue
    const value = u16(at + 8)
    return value >= 1 && value <= 8 ? value : undefined
  }
  return undefined
}

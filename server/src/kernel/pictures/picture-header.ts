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

/** More segments or chunks than a picture has. Readers stop there, so that a hostile file takes little time. */
export const mostParts = 20_000

type Size = Pick<PictureHeader, "width" | "height"> & Partial<PictureHeader>

/** ISO/IEC 15948 §11.2.1: the header is the first chunk. */
function readPng(file: Buffer): Size | undefined {
  if (file.toString("latin1", 0, 8) !== "\x89PNG\r\n\x1a\n" || file.toString("latin1", 12, 16) !== "IHDR")
    return undefined
  const size = { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
  for (let at = 8, parts = 0; at + 12 <= file.length && parts < mostParts; at += 12 + file.readUInt32BE(at)) {
    parts += 1
    if (file.toString("latin1", at + 4, at + 8) !== "eXIf") continue
    return { ...size, ...turnedBy(readTiffOrientation(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)))) }
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
  for (let at = 12, parts = 0; at + 8 <= file.length && parts < mostParts; parts += 1) {
    const size = file.readUInt32LE(at + 4)
    const data = file.subarray(at + 8, at + 8 + size)
    if (file.toString("latin1", at, at + 4) === "EXIF") return readOrientation(data) ?? readTiffOrientation(data)
    at += 8 + size + (size % 2)
  }
  return undefined
}

/** ITU-T T.81 §B.1: segments. A frame header (SOF) contains the size. */
function readJpeg(file: Buffer): Size | undefined {
  if (file.readUInt16BE(0) !== 0xffd8) return undefined
  let orientation = 1
  for (let at = 2; at < file.length; ) {
    const [mark, code] = [file[at], file[at + 1] ?? 0]
    if (mark !== 0xff) return undefined
    if (code === 0xff) {
      at += 1 // fill bytes may precede a marker
      continue
    }
    if (isFrameHeader(code)) return { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7), orientation }
    const length = file.readUInt16BE(at + 2)
    if (code === 0xe1) orientation = readOrientation(file.subarray(at + 4, at + 2 + length)) ?? orientation
    at += 2 + length
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

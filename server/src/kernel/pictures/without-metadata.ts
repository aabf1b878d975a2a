import { crc32 } from "node:zlib"
import { findBlanks } from "./blanks-of-boxes.ts"
import { findTiffBlanks } from "./blanks-of-tiff.ts"
import { openReader, type PassingReader } from "./byte-reader.ts"
import { passGif } from "./pass-gif.ts"
import { readTiffOrientation } from "./picture-header.ts"
import { mostParts } from "./picture-parts.ts"
import { openWindow, passExcept, type StoredFile } from "./stored-file.ts"

type Bytes = AsyncGenerator<Buffer>

/**
 * Streams a picture with zeros in place of its metadata: camera, place, time, comments, embedded previews, and bytes
 * after its end. Its length, its colour profile and its orientation stay. Any other file is
 * passed on unchanged. `file` is read at other places where a picture's parts have no order.
 */
export async function* withoutMetadata(chunks: AsyncIterable<Uint8Array>, file: StoredFile): Bytes {
  const reader = openReader(chunks)
  try {
    const start = (await reader.peek(12)).toString("latin1")
    if (start.startsWith("\xff\xd8\xff")) yield* ofJpeg(reader)
    else if (start.startsWith("\x89PNG\r\n\x1a\n")) yield* ofPng(reader)
    else if (/^RIFF.{4}WEBP/s.test(start)) yield* ofWebp(reader)
    else if (/^GIF8[79]a/.test(start)) yield* passGif(reader)
    else if (/^.{4}ftyp/s.test(start)) yield* passExcept(reader, await findBlanks(openWindow(file)))
    else if (/^(II\*\0|MM\0\*)/.test(start)) yield* passExcept(reader, await findTiffBlanks(openWindow(file)))
    else yield* reader.pass()
  } finally {
    await reader.close()
  }
}

const endOfImage = 0xd9
const startOfScan = 0xda

/** The application segments that concern the pixels: how they begin, and how many bytes of them do so. */
const keptSegments = new Map([
  [0xe0, { begin: "JFIF\0", bytes: 18 }],
  [0xe2, { begin: "ICC_PROFILE\0", bytes: 65_537 }],
  [0xee, { begin: "Adobe", bytes: 16 }],
])

/** ITU-T T.81 §B.1: segments, and after the start of a scan its data up to the next marker. */
async function* ofJpeg(reader: PassingReader): Bytes {
  yield* reader.pass(2)
  for (let parts = 0; parts < mostParts; parts += 1) {
    const [mark, code = 0, high = 0, low = 0] = await reader.peek(4)
    if (mark !== 0xff) return yield* reader.blank()
    if (code === 0xff) {
      yield* reader.pass(1) // fill bytes may precede a marker
      continue
    }
    if (code === endOfImage) {
      yield* reader.pass(2)
      break
    }
    yield* segment(reader, code, 2 + high * 256 + low)
    if (code === startOfScan) yield* reader.passScan()
  }
  yield* reader.blank()
}

async function* segment(reader: PassingReader, code: number, size: number): Bytes {
  const isTalk = code === 0xfe || (code >= 0xe0 && code <= 0xef)
  const begin = (await reader.peek(16)).toString("latin1", 4)
  const allowed = keptSegments.get(code)
  if (!isTalk) return yield* reader.pass(size)
  if (allowed && begin.startsWith(allowed.begin)) {
    yield* reader.pass(Math.min(size, allowed.bytes))
    return yield* reader.blank(Math.max(0, size - allowed.bytes))
  }
  const data = (await reader.peek(size)).subarray(10)
  const upright = begin.startsWith("Exif\0\0") ? onlyOrientation(data) : undefined
  yield* reader.pass(4)
  if (!upright) return yield* reader.blank(size - 4)
  yield* reader.pass(6)
  yield* reader.replace(upright)
  yield* reader.blank(size - 10 - upright.length)
}

/** Besides the critical chunks of ISO/IEC 15948, these concern the pixels. */
const keptChunks = /^([A-Z]|tRNS|gAMA|cHRM|sRGB|iCCP|cICP|mDCV|cLLI|sBIT|bKGD|pHYs|acTL|fcTL|fdAT)/
/** A chunk of no known meaning, which decoders skip. */
const voidChunk = Buffer.from("voId", "latin1")

async function* ofPng(reader: PassingReader): Bytes {
  yield* reader.pass(8)
  for (let parts = 0; parts < mostParts; parts += 1) {
    const head = await reader.peek(8)
    if (head.length < 8) break
    const size = head.readUInt32BE(0)
    const type = head.toString("latin1", 4)
    if (keptChunks.test(type)) yield* reader.pass(12 + size)
    else yield* blankChunk(reader, type, size)
    if (type === "IEND") break
  }
  yield* reader.blank()
}

async function* blankChunk(reader: PassingReader, type: string, size: number): Bytes {
  const upright =
    type === "eXIf" && size < 100_000 ? onlyOrientation((await reader.peek(8 + size)).subarray(8)) : undefined
  yield* reader.pass(4)
  const name = upright ? Buffer.from(type, "latin1") : voidChunk
  let sum = crc32(name)
  yield* reader.replace(name)
  if (upright) yield* reader.replace(upright)
  sum = upright ? crc32(upright, sum) : sum
  for await (const zeros of reader.blank(size - (upright?.length ?? 0))) {
    sum = crc32(zeros, sum)
    yield zeros
  }
  const end = Buffer.alloc(4)
  end.writeUInt32BE(sum)
  yield* reader.replace(end)
}

const keptInWebp = ["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]

/** RFC 9649 §2.3: chunks in a RIFF container; their data is padded to an even length. */
async function* ofWebp(reader: PassingReader): Bytes {
  const size = (await reader.peek(8)).readUInt32LE(4)
  yield* reader.pass(12)
  let at = 12
  for (let parts = 0; parts < mostParts && at < size + 8; parts += 1) {
    const head = await reader.peek(8)
    if (head.length < 8) break
    const data = head.readUInt32LE(4)
    const length = data + (data % 2)
    yield* webpChunk(reader, head.toString("latin1", 0, 4), length)
    at += 8 + length
  }
  yield* reader.blank()
}

async function* webpChunk(reader: PassingReader, name: string, length: number): Bytes {
  if (keptInWebp.includes(name)) return yield* reader.pass(8 + length)
  const exif = name === "EXIF" && length < 100_000 ? (await reader.peek(8 + length)).subarray(8) : undefined
  const prefix = exif?.toString("latin1", 0, 6) === "Exif\0\0" ? 6 : 0
  const upright = exif && onlyOrientation(exif.subarray(prefix))
  if (!upright) {
    yield* reader.replace(Buffer.from("JUNK", "latin1"))
    yield* reader.pass(4)
    return yield* reader.blank(length)
  }
  yield* reader.pass(8 + prefix)
  yield* reader.replace(upright)
  yield* reader.blank(length - prefix - upright.length)
}

/** Exif's data with nothing but an orientation; undefined for an upright picture, or where there is no room. */
function onlyOrientation(tiff: Buffer): Buffer | undefined {
  const orientation = readTiffOrientation(tiff) ?? 1
  const data = Buffer.from("49492a0008000000010012010300010000000000000000000000", "hex")
  if (orientation === 1 || tiff.length < data.length) return undefined
  data.writeUInt16LE(orientation, 18)
  return data
}

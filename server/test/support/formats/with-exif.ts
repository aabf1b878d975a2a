import { crc32 } from "node:zlib"

/** What a camera says of a photograph besides its pixels. */
export const cameraWords = "taken at 52.52 N 13.40 E"

/** Exif's data with an orientation and a camera's words. */
function exifOf(orientation: number): Buffer {
  const tiff = Buffer.from("49492a00080000000100120103000100000000000000 00000000".replaceAll(" ", ""), "hex")
  tiff.writeUInt16LE(orientation, 18)
  return Buffer.concat([tiff, Buffer.from(cameraWords)])
}

/** The same picture with an orientation and a camera's words in the way of its format. */
export function withExif(picture: Buffer, orientation: number): Buffer {
  if (picture[0] === 0xff) return ofJpeg(picture, exifOf(orientation))
  return picture[0] === 0x89 ? ofPng(picture, exifOf(orientation)) : ofWebp(picture, exifOf(orientation))
}

/** A segment after the picture's beginning, a comment, and words after its end. */
function ofJpeg(jpeg: Buffer, exif: Buffer): Buffer {
  const segment = (code: number, data: Buffer) => {
    const head = Buffer.from([0xff, code, 0, 0])
    head.writeUInt16BE(data.length + 2, 2)
    return Buffer.concat([head, data])
  }
  const first = segment(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), exif]))
  const comment = segment(0xfe, Buffer.from(cameraWords))
  return Buffer.concat([jpeg.subarray(0, 2), first, comment, jpeg.subarray(2), Buffer.from(cameraWords)])
}

/** Chunks after the header: Exif, and a text. */
function ofPng(png: Buffer, exif: Buffer): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const texts = [chunk("eXIf", exif), chunk("tEXt", Buffer.from(`Comment\0${cameraWords}`))]
  return Buffer.concat([png.subarray(0, 33), ...texts, png.subarray(33)])
}

/** The extended form, which has chunks for Exif and XMP after the picture. */
function ofWebp(webp: Buffer, exif: Buffer): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const head = Buffer.concat([Buffer.from(name), Buffer.alloc(4)])
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
  }
  const isLossless = webp.toString("latin1", 12, 16) === "VP8L"
  const bits = webp.readUInt32LE(21)
  const width = isLossless ? (bits & 0x3fff) + 1 : webp.readUInt16LE(26)
  const height = isLossless ? ((bits >>> 14) & 0x3fff) + 1 : webp.readUInt16LE(28)
  const extended = Buffer.alloc(10)
  extended[0] = 0x0c
  extended.writeUIntLE(width - 1, 4, 3)
  extended.writeUIntLE(height - 1, 7, 3)
  const data = [
    chunk("VP8X", extended),
    webp.subarray(12),
    chunk("EXIF", exif),
    chunk("XMP ", Buffer.from(cameraWords)),
  ]
  const file = Buffer.concat([Buffer.from("RIFF\0\0\0\0WEBP"), ...data])
  file.writeUInt32LE(file.length - 8, 4)
  return file
}

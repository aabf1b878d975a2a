import { extendedWebp, jpegSegment, pngChunk, webpChunk, withJpegSegments, withPngChunks } from "./picture-parts.ts"

/** What a camera says of a photograph besides its pixels. */
export const cameraWords = "taken at 52.52 N 13.40 E"

/** Exif's data with an orientation and a camera's words. */
export function exifOf(orientation: number): Buffer {
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
  const first = jpegSegment(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), exif]))
  const comment = jpegSegment(0xfe, Buffer.from(cameraWords))
  return Buffer.concat([withJpegSegments(jpeg, [first, comment]), Buffer.from(cameraWords)])
}

/** Chunks after the header: Exif, and a text. */
const ofPng = (png: Buffer, exif: Buffer) =>
  withPngChunks(png, [pngChunk("eXIf", exif), pngChunk("tEXt", Buffer.from(`Comment\0${cameraWords}`))])

/** Chunks for Exif and XMP after the picture. */
const ofWebp = (webp: Buffer, exif: Buffer) =>
  extendedWebp(webp, { flags: 0x0c, after: [webpChunk("EXIF", exif), webpChunk("XMP ", Buffer.from(cameraWords))] })

import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { test } from "node:test"
import { deflateSync } from "node:zlib"
import { fileTokens } from "./file-tokens.ts"

/** A file's beginning, padded to its size with random bytes. */
const file = (beginning: Buffer, size: number) =>
  Buffer.concat([beginning, randomBytes(Math.max(0, size - beginning.length))])

const png = (width: number, height: number) => {
  const header = Buffer.alloc(33)
  header.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 0, "latin1")
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  return header
}

const gif = (width: number, height: number) => {
  const header = Buffer.alloc(32)
  header.write("GIF89a", 0, "latin1")
  header.writeUInt16LE(width, 6)
  header.writeUInt16LE(height, 8)
  return header
}

const jpeg = (width: number, height: number) => {
  const frame = Buffer.from([0xff, 0xc2, 0, 17, 8, 0, 0, 0, 0, 3, 1, 0, 0, 2, 0, 0, 3, 0, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const tables = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 6, 1, 2, 3, 4, 0xff, 0xc4, 0, 4, 9, 9])
  return Buffer.concat([tables, frame, Buffer.alloc(20)])
}

const webp = (kind: "VP8X" | "VP8 " | "VP8L", width: number, height: number) => {
  const header = Buffer.alloc(32)
  header.write(`RIFF    WEBP${kind}`, 0, "latin1")
  if (kind === "VP8X") {
    header.writeUIntLE(width - 1, 24, 3)
    header.writeUIntLE(height - 1, 27, 3)
  } else if (kind === "VP8 ") {
    header.writeUInt16LE(width, 26)
    header.writeUInt16LE(height, 28)
  } else header.writeUInt32LE((width - 1) | ((height - 1) << 14), 21)
  return header
}

test("a picture counts by its pixels, in each format, and not by its bytes", () => {
  const [width, height] = [900, 600]
  const kinds = [png(width, height), gif(width, height), jpeg(width, height)]
  const webps = (["VP8X", "VP8 ", "VP8L"] as const).map((kind) => webp(kind, width, height))
  for (const header of [...kinds, ...webps])
    for (const size of [20_000, 2_000_000]) assert.equal(fileTokens(file(header, size)), 720)
})

test("an oversized picture, and a file that is no picture, count as the largest picture", () => {
  for (const bytes of [png(20_000, 20_000), Buffer.alloc(0), Buffer.from("\x89PNG"), randomBytes(5_000)])
    assert.equal(fileTokens(bytes), 4_800)
})

test("a PDF counts by its pages, also where they are compressed", () => {
  const pages = "<</Type /Page /Parent 1 0 R>>\n<</Type/Page>>\n"
  const plain = `%PDF-1.4\n<</Type/Pages /Count 2>>\n${pages}`
  assert.equal(fileTokens(Buffer.from(plain)), 4_000)
  const stream = deflateSync(Buffer.from(pages.repeat(5)))
  const head = Buffer.from(`%PDF-1.7\n1 0 obj <</Type/ObjStm /Filter/FlateDecode /N 10>> stream\r\n`)
  assert.equal(fileTokens(Buffer.concat([head, stream, Buffer.from("\nendstream"), randomBytes(200_000)])), 20_000)
})

test("a PDF whose pages cannot be counted, and one that unpacks without end, count within bounds", () => {
  assert.equal(fileTokens(file(Buffer.from("%PDF-1.7\n"), 200_000)), 8_000)
  const bomb = deflateSync(Buffer.alloc(50_000_000))
  const object = Buffer.concat([Buffer.from("/ObjStm >> stream\n"), bomb])
  assert.ok(
    fileTokens(Buffer.concat([Buffer.from("%PDF-1.7\n"), ...Array.from({ length: 50 }, () => object)])) <= 2_000_000,
  )
})

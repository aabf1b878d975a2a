import assert from "node:assert/strict"
import { inflateSync } from "node:zlib"

export interface Picture {
  readonly width: number
  readonly height: number
  /** The pixel in column `x` and row `y`: red, green and blue as one number. */
  at(x: number, y: number): number
}

const channelsOf: Record<number, number> = { 2: 3, 3: 1, 6: 4 }

/** Reads a PNG of 8 bits a channel, without interlacing: in colour, in colour with alpha, or with a palette. */
export function readPng(bytes: Uint8Array): Picture {
  const png = Buffer.from(bytes)
  assert.equal(png.toString("hex", 0, 8), "89504e470d0a1a0a", "a PNG begins with its signature")
  const chunks = readChunks(png)
  const [header, palette = Buffer.alloc(0)] = [
    chunks.find(({ type }) => type === "IHDR")?.data,
    chunks.find(({ type }) => type === "PLTE")?.data,
  ]
  assert.ok(header && chunks.at(-1)?.type === "IEND", "a PNG has a first and a last chunk")
  assert.deepEqual([header[8], header[10], header[11], header[12]], [8, 0, 0, 0], "8 bits a channel, not interlaced")
  const [width, height, channels] = [header.readUInt32BE(0), header.readUInt32BE(4), channelsOf[header[9] ?? 0]]
  assert.ok(channels, "a colour type that is read here")
  const data = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data)))
  const pixels = unfilter(data, { stride: width * channels, height, channels })
  return {
    width,
    height,
    at(x, y) {
      const start = (y * width + x) * channels
      return channels === 1 ? palette.readUIntBE((pixels[start] ?? 0) * 3, 3) : pixels.readUIntBE(start, 3)
    },
  }
}

function readChunks(png: Buffer): { type: string; data: Buffer }[] {
  const chunks = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    chunks.push({ type: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) })
    at += length + 12
  }
  return chunks
}

interface Rows {
  readonly stride: number
  readonly height: number
  readonly channels: number
}

/** Undoes the filters of the rows (PNG specification §9). It runs for each byte of a picture, and so makes no objects. */
function unfilter(data: Buffer, { stride, height, channels }: Rows): Buffer {
  // A row and a pixel of zeros before the picture represent the outside.
  const padded = stride + channels
  const pixels = Buffer.alloc(padded * (height + 1))
  const at = (index: number) => pixels[index] ?? 0
  for (let y = 0; y < height; y++) {
    const predict = filters[data[y * (stride + 1)] ?? 0]
    assert.ok(predict, "a known filter")
    const [from, to] = [y * (stride + 1) + 1, (y + 1) * padded + channels]
    for (let x = 0; x < stride; x++) {
      const here = to + x
      const predicted = predict(at(here - channels), at(here - padded), at(here - padded - channels))
      pixels[here] = (data[from + x] ?? 0) + predicted
    }
  }
  return Buffer.concat(
    Array.from({ length: height }, (_, y) => pixels.subarray((y + 1) * padded + channels, (y + 2) * padded)),
  )
}

/** A byte from those before it, by the number of the filter. */
const filters: readonly ((left: number, up: number, upLeft: number) => number)[] = [
  () => 0,
  (left) => left,
  (_, up) => up,
  (left, up) => (left + up) >> 1,
  paeth,
]

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft
  const [byLeft, byUp, byUpLeft] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - upLeft)]
  if (byLeft <= byUp && byLeft <= byUpLeft) return left
  return byUp <= byUpLeft ? up : upLeft
}

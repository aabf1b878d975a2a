import { brotliDecompressSync } from "node:zlib"

export type CharacterRange = readonly [first: number, last: number]

/**
 * Lists the code points for which a WOFF2 font really has glyphs, sorted; `unicode-range` often claims more.
 *
 * Reads WOFF 2.0 §5 (the `cmap` table is stored untransformed) and `cmap` subtables of format 4 and 12. Throws an Error
 * for any other file.
 */
export function readCoverage(font: Uint8Array): CharacterRange[] {
  const ranges = readCmap(findCmap(Buffer.from(font.buffer, font.byteOffset, font.byteLength)))
  return ranges.sort((left, right) => left[0] - right[0]).reduce(merge, [])
}

export function covers(ranges: readonly CharacterRange[], codePoint: number): boolean {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle] as CharacterRange)[1] < codePoint) low = middle + 1
    else high = middle
  }
  return low < ranges.length && (ranges[low] as CharacterRange)[0] <= codePoint
}

function merge(merged: CharacterRange[], range: CharacterRange): CharacterRange[] {
  const last = merged.at(-1)
  if (last && range[0] <= last[1] + 1) merged[merged.length - 1] = [last[0], Math.max(last[1], range[1])]
  else merged.push(range)
  return merged
}

const headerLength = 48
const cmapTag = 0
const transformedTags = [10, 11]
const hmtxTag = 3

function findCmap(font: Buffer): Buffer {
  if (font.toString("latin1", 0, 4) !== "wOF2") throw new Error("The font is not a WOFF2 file.")
  let at = headerLength
  let offset = 0
  let cmap: [start: number, end: number] | undefined
  for (let table = 0; table < font.readUInt16BE(12); table++) {
    const flags = font.readUInt8(at++)
    const tag = flags & 0x3f
    if (tag === 0x3f) at += 4
    const version = flags >> 6
    let length: number
    ;[length, at] = readBase128(font, at)
    const isTransformed = transformedTags.includes(tag) ? version !== 3 : tag === hmtxTag && version === 1
    if (isTransformed) [length, at] = readBase128(font, at)
    if (tag === cmapTag) cmap = [offset, offset + length]
    offset += length
  }
  if (!cmap) throw new Error("The font has no cmap table.")
  return brotliDecompressSync(font.subarray(at, at + font.readUInt32BE(20))).subarray(...cmap)
}

/** Reads a number in WOFF2's UIntBase128 (§4.1). Also returns the offset after it. */
function readBase128(bytes: Buffer, at: number): [value: number, next: number] {
  let value = 0
  for (let next = at; next < at + 5; next++) {
    const byte = bytes.readUInt8(next)
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return [value, next + 1]
  }
  throw new Error("The font's table directory is broken.")
}

function readCmap(cmap: Buffer): CharacterRange[] {
  const ranges: CharacterRange[] = []
  for (let table = 0; table < cmap.readUInt16BE(2); table++) {
    const subtable = cmap.subarray(cmap.readUInt32BE(8 + 8 * table))
    const format = subtable.readUInt16BE(0)
    if (format === 4) ranges.push(...readFormat4(subtable))
    if (format === 12) ranges.push(...readFormat12(subtable))
  }
  return ranges
}

function readFormat4(table: Buffer): CharacterRange[] {
  const size = table.readUInt16BE(6)
  const at = (column: number, segment: number) => 14 + column * size + (column > 0 ? 2 : 0) + segment
  const ranges: CharacterRange[] = []
  for (let segment = 0; segment < size; segment += 2) {
    const last = table.readUInt16BE(at(0, segment))
    const delta = table.readUInt16BE(at(2, segment))
    const glyphs = at(3, segment)
    const glyphsOffset = table.readUInt16BE(glyphs)
    for (let codePoint = table.readUInt16BE(at(1, segment)), index = 0; codePoint <= last; codePoint++, index++) {
      const glyph = glyphsOffset === 0 ? codePoint + delta : table.readUInt16BE(glyphs + glyphsOffset + 2 * index)
      if ((glyph & 0xffff) !== 0 && codePoint !== 0xffff) ranges.push([codePoint, codePoint])
    }
  }
  return ranges
}

function readFormat12(table: Buffer): CharacterRange[] {
  return Array.from({ length: table.readUInt32BE(12) }, (_, group) => {
    const at = 16 + 12 * group
    return [table.readUInt32BE(at), table.readUInt32BE(at + 4)] as const
  })
}

export interface Indexed {
  /** Three bytes a colour. */
  readonly palette: Buffer
  /** One byte a pixel. A byte before each row names the PNG filter: none. */
  readonly scanlines: Uint8Array
}

const paletteSize = 256
/** A picture of flat areas and letters has about 300 colours. A palette would damage one with twice as many. */
const mostColors = 2 * paletteSize
/** The most frequent colours are found by sampling every eighth row. */
const everyRow = 8

/**
 * Edges of letters take the nearest of the most frequent colours. Undefined for a picture with many colours, or one
 * that is not opaque. `pixels` are RGBA, in rows of `width`.
 */
export function indexColors(pixels: Uint8Array, width: number): Indexed | undefined {
  const words = wordsOf(pixels)
  const palette = commonColors(words, width)
  const indexOf = new Map(palette.map((word, index) => [word, index]))
  const scanlines = new Uint8Array(words.length + words.length / width)
  let to = 0
  for (let at = 0; at < words.length; ) {
    const end = at + width
    scanlines[to++] = noFilter
    while (at < end) {
      const word = words[at] as number
      const index = indexOf.get(word) ?? add(word)
      if (index === undefined) return undefined
      do {
        scanlines[to++] = index
        at += 1
      } while (at < end && words[at] === word)
    }
  }
  return { palette: Buffer.from(palette.flatMap(toBytes)), scanlines }

  function add(word: number): number | undefined {
    if (indexOf.size === mostColors || word >>> 24 !== opaque) return undefined
    const index = palette.length < paletteSize ? palette.push(word) - 1 : nearest(palette, word)
    indexOf.set(word, index)
    return index
  }
}

/** Filter type 0 of ISO/IEC 15948 §9.2. */
export const noFilter = 0
const opaque = 0xff

function commonColors(words: Int32Array, width: number): number[] {
  const counts = new Map<number, number>()
  for (let row = 0; row < words.length; row += everyRow * width) {
    const end = row + width
    for (let at = row; at < end; ) {
      const word = words[at] as number
      const start = at
      while (at < end && words[at] === word) at += 1
      counts.set(word, (counts.get(word) ?? 0) + at - start)
    }
  }
  const opaqueOnes = [...counts].filter(([word]) => word >>> 24 === opaque)
  const byCount = opaqueOnes.sort(([, one], [, other]) => other - one)
  return byCount.slice(0, paletteSize).map(([word]) => word)
}

function nearest(palette: readonly number[], word: number): number {
  let best = 0
  let bestDistance = Number.POSITIVE_INFINITY
  for (let index = 0; index < palette.length; index += 1) {
    const distance = distanceOf(palette[index] as number, word)
    if (distance < bestDistance) [best, bestDistance] = [index, distance]
  }
  return best
}

function distanceOf(one: number, other: number): number {
  const red = Math.abs((one & 0xff) - (other & 0xff))
  const green = Math.abs(((one >> 8) & 0xff) - ((other >> 8) & 0xff))
  const blue = Math.abs(((one >> 16) & 0xff) - ((other >> 16) & 0xff))
  return Math.max(red, green, blue)
}

/** Red is the lowest byte of a word, since Node runs on little-endian machines only. */
function toBytes(word: number): [number, number, number] {
  return [word & 0xff, (word >> 8) & 0xff, (word >> 16) & 0xff]
}

/** Each pixel as one number. Reading an `Int32Array` is fastest; its bytes must begin at a multiple of four. */
function wordsOf(pixels: Uint8Array): Int32Array {
  const { buffer, byteOffset, byteLength } = pixels.byteOffset % 4 === 0 ? pixels : pixels.slice()
  return new Int32Array(buffer, byteOffset, byteLength / 4)
}

/** A picture whose pixels name colours of a palette. */
export interface Indexed {
  /** Three bytes a colour. */
  readonly palette: Buffer
  /** One byte a pixel. */
  readonly indices: Uint8Array
}

interface Size {
  readonly width: number
  readonly height: number
}

const paletteSize = 256
/** A picture of flat areas and letters has about 300 colours; one of twice as many would suffer. */
const mostColors = 2 * paletteSize

/**
 * Gives a picture a palette of the colours that it has most of. What is left are some dozen pixels at the edges of
 * letters, which take the nearest colour: nobody sees it. Undefined for a picture with many colours, or not opaque.
 *
 * @param pixels RGBA, row by row.
 */
export function indexColors(pixels: Uint8Array, { width, height }: Size): Indexed | undefined {
  const words = wordsOf(pixels)
  const counts = countPixels(words)
  if (!counts) return undefined
  const byCount = [...counts].sort(([, one], [, other]) => other - one).map(([color]) => color)
  const kept = byCount.slice(0, paletteSize)
  const indexOf = new Map(byCount.map((color, at) => [color, at < paletteSize ? at : nearest(kept, color)]))
  return { palette: Buffer.from(kept.flatMap(toBytes)), indices: toIndices(words, indexOf, width * height) }
}

/** How many pixels each colour has, in the order in which they appear; undefined for too many, or one that is not opaque. */
function countPixels(words: Uint32Array): Map<number, number> | undefined {
  const counts = new Map<number, number>()
  for (let at = 0; at < words.length; ) {
    const word = words[at] as number
    const start = at
    while (words[at] === word) at += 1
    const color = word & 0xffffff
    counts.set(color, (counts.get(color) ?? 0) + at - start)
    if (word < opaque || counts.size > mostColors) return undefined
  }
  return counts
}

function toIndices(words: Uint32Array, indexOf: ReadonlyMap<number, number>, length: number): Uint8Array {
  const indices = new Uint8Array(length)
  let last = -1
  let index = 0
  for (let at = 0; at < length; at += 1) {
    const word = words[at] as number
    if (word !== last) {
      last = word
      index = indexOf.get(word & 0xffffff) as number
    }
    indices[at] = index
  }
  return indices
}

/** A pixel as one number; where they do not lie at a multiple of four they are moved. */
function wordsOf(pixels: Uint8Array): Uint32Array {
  const { buffer, byteOffset, byteLength } = pixels.byteOffset % 4 === 0 ? pixels : pixels.slice()
  return new Uint32Array(buffer, byteOffset, byteLength / 4)
}

const opaque = 0xff000000

function nearest(palette: readonly number[], color: number): number {
  let best = 0
  let bestDistance = Number.POSITIVE_INFINITY
  for (const [index, candidate] of palette.entries()) {
    const distance = distanceOf(candidate, color)
    if (distance < bestDistance) [best, bestDistance] = [index, distance]
  }
  return best
}

/** How far the channel that differs most is off. */
function distanceOf(one: number, other: number): number {
  const red = Math.abs((one & 0xff) - (other & 0xff))
  const green = Math.abs(((one >> 8) & 0xff) - ((other >> 8) & 0xff))
  const blue = Math.abs((one >> 16) - (other >> 16))
  return Math.max(red, green, blue)
}

/** Red is the lowest byte of a word, on every machine that Node runs on. */
function toBytes(color: number): [number, number, number] {
  return [color & 0xff, (color >> 8) & 0xff, color >> 16]
}

import { writePng } from "#kernel/pictures/write-png.ts"

type Colour = readonly [red: number, green: number, blue: number]

const [orange, yellow, green, blue]: Colour[] = [
  [0xe4, 0x57, 0x2e],
  [0xf2, 0xb1, 0x34],
  [0x17, 0x70, 0x6e],
  [0x22, 0x30, 0x4a],
]
const paper: Colour = [0xfb, 0xf8, 0xf2]

/** The samples of a pixel in each direction, for smooth edges. */
const samples = 3

/** `share` is the mark's part of the side. Systems that crop icons to shapes keep four fifths. */
export function drawMark(side: number, share: number): Buffer {
  const pixels = new Uint8Array(side * side * 4)
  for (let at = 0; at < side * side; at += 1) {
    const [x, y] = [at % side, Math.floor(at / side)]
    pixels.set([...mean(x, y, { side, share }), 0xff], at * 4)
  }
  return writePng(pixels, { width: side, height: side })
}

/** Draws the mark as a badge for Android, which uses only the opacity and picks the colour. */
export function drawBadge(side: number): Buffer {
  const pixels = new Uint8Array(side * side * 4)
  for (let at = 0; at < side * side; at += 1) {
    const covered = placesOf(at % side, Math.floor(at / side), { side, share: 1 }).filter((place) => colourAt(...place))
    pixels.set([0xff, 0xff, 0xff, Math.round((covered.length * 0xff) / samples ** 2)], at * 4)
  }
  return writePng(pixels, { width: side, height: side })
}

function mean(x: number, y: number, { side, share }: { side: number; share: number }): number[] {
  const sum = [0, 0, 0]
  for (const place of placesOf(x, y, { side, share })) {
    const colour = colourAt(...place) ?? paper
    for (const [channel, value] of colour.entries()) sum[channel] = (sum[channel] ?? 0) + value
  }
  return sum.map((value) => Math.round(value / (samples * samples)))
}

function placesOf(x: number, y: number, { side, share }: { side: number; share: number }): [number, number][] {
  return Array.from({ length: samples * samples }, (_, sample) => {
    const across = (x + ((sample % samples) + 0.5) / samples) / side
    const down = (y + (Math.floor(sample / samples) + 0.5) / samples) / side
    return [(across - 0.5) / share + 0.5, (down - 0.5) / share + 0.5]
  })
}

/** The colour of the mark at a position of its unit square; undefined outside the mark. */
function colourAt(x: number, y: number): Colour | undefined {
  if (x < 0 || y < 0 || x >= 1 || y >= 1) return undefined
  if (x < 0.5 && y >= 0.5) return green
  const isLeft = x < 0.5
  const isTop = y < 0.5
  if (isLeft) return Math.hypot(x - 0.5, y - 0.5) < 0.5 ? orange : undefined
  if (isTop) return Math.hypot(x - 0.75, y - 0.25) < 0.25 ? yellow : undefined
  return Math.hypot(x - 0.5, y - 0.5) < 0.5 ? blue : undefined
}

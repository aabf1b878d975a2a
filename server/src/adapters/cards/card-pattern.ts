import type { Node } from "@takumi-rs/core"

const colors = ["#e4572e", "#f2b134", "#17706e", "#22304a", "#f0cdb8", "#d9cbb3"] as const

/** Corner radii: quarter circles of each turn, two leaves, a circle and two arches. */
const shapes = [
  "100% 0 0 0",
  "0 100% 0 0",
  "0 0 100% 0",
  "0 0 0 100%",
  "0 100% 0 100%",
  "100% 0 100% 0",
  "50%",
  "50% 50% 0 0",
  "0 0 50% 50%",
] as const

/** Makes a strip of tiles from a text: the same text gives the same tiles. */
export function toPattern(
  text: string,
  { columns, rows, size }: { columns: number; rows: number; size: number },
): Node {
  const next = randomFrom(text)
  const tiles: Node[] = []
  for (let tile = 0; tile < columns * rows; tile++) {
    const ground = next() % colors.length
    const figure = (ground + 1 + (next() % (colors.length - 1))) % colors.length
    const [color, shape] = [colors[figure] as string, shapes[next() % shapes.length] as string]
    tiles.push(toTile(size, colors[ground] as string, { color, shape }))
  }
  return toGrid(tiles, { width: columns * size, height: rows * size })
}

/** The mark beside the brand's name: four fixed tiles. */
export function toMark(size: number): Node {
  const half = size / 2
  const [red, yellow, green, navy] = colors
  const tiles = [
    { color: red, shape: "100% 0 0 0" },
    { color: yellow, shape: "50%" },
    { color: green, shape: "0" },
    { color: navy, shape: "0 0 100% 0" },
  ].map((figure) => toTile(half, "transparent", figure))
  return toGrid(tiles, { width: size, height: size, flexShrink: 0 })
}

const toGrid = (children: Node[], style: object): Node => ({
  type: "container",
  style: { display: "flex", flexWrap: "wrap", ...style },
  children,
})

function toTile(size: number, ground: string, figure: { color: string; shape: string }): Node {
  const square = { width: size, height: size }
  return {
    type: "container",
    style: { display: "flex", ...square, backgroundColor: ground },
    children: [{ type: "container", style: { ...square, backgroundColor: figure.color, borderRadius: figure.shape } }],
  }
}

/** A generator of small whole numbers, seeded by a text: FNV-1a over its UTF-16 units, then xorshift. */
function randomFrom(text: string): () => number {
  let state = 0x811c9dc5
  for (let unit = 0; unit < text.length; unit++) state = Math.imul(state ^ text.charCodeAt(unit), 0x01000193)
  state ||= 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 8) & 0xffff
  }
}

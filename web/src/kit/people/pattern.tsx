import styles from "./pattern.module.css"

const tileCount = 6

/** Paths in a tile of 2 by 2: four quarter circles, two leaves, a circle and two arches. */
const shapes = [
  "M2 0v2H0A2 2 0 0 1 2 0Z",
  "M0 0A2 2 0 0 1 2 2H0Z",
  "M0 0H2A2 2 0 0 1 0 2Z",
  "M0 0H2V2A2 2 0 0 1 0 0Z",
  "M0 0A2 2 0 0 1 2 2A2 2 0 0 1 0 0Z",
  "M2 0A2 2 0 0 1 0 2A2 2 0 0 1 2 0Z",
  "M1 0A1 1 0 0 1 1 2A1 1 0 0 1 1 0Z",
  "M0 2V1A1 1 0 0 1 2 1V2Z",
  "M0 0H2V1A1 1 0 0 1 0 1Z",
]

/** A strip of tiles derived from a text; its preview card has the same pattern. */
export function Pattern({ text, tiles }: { text: string; tiles: number }) {
  return (
    <svg className={styles.pattern} viewBox={`0 0 ${2 * tiles} 2`} aria-hidden="true">
      {toTiles(text, tiles).map(({ ground, figure, shape, place }) => (
        <g key={place} transform={`translate(${2 * place})`}>
          <path className={`${styles.ground} ${styles[`tile${ground}`]}`} d="M0 0h2v2H0Z" />
          <path className={styles[`tile${figure}`]} d={shape} />
        </g>
      ))}
    </svg>
  )
}

/** A square of four tiles derived from a text: a mark for things without a logo. */
export function TileMark({ text }: { text: string }) {
  return (
    <svg className={styles.mark} viewBox="0 0 4 4" aria-hidden="true">
      {toTiles(text, 4).map(({ ground, figure, shape, place }) => (
        <g key={place} transform={`translate(${2 * (place % 2)} ${2 * Math.floor(place / 2)})`}>
          <path className={`${styles.ground} ${styles[`tile${ground}`]}`} d="M0 0h2v2H0Z" />
          <path className={styles[`tile${figure}`]} d={shape} />
        </g>
      ))}
    </svg>
  )
}

function toTiles(text: string, count: number) {
  const next = randomFrom(text)
  return Array.from({ length: count }, (_, place) => {
    const ground = next() % tileCount
    const figure = (ground + 1 + (next() % (tileCount - 1))) % tileCount
    return { place, ground: ground + 1, figure: figure + 1, shape: shapes[next() % shapes.length] }
  })
}

/** A pseudorandom sequence seeded by a text: FNV-1a over its UTF-16 units, then xorshift. */
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

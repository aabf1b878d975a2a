import styles from "./pattern.module.css"

const tileCount = 6

/** Quarter circles of each turn, two leaves, a circle and two arches. */
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
]

/** A strip of tiles that only this text has: the one that its preview card shows, laid on its side. */
export function Pattern({ text, tiles }: { text: string; tiles: number }) {
  return (
    <div className={styles.pattern} aria-hidden="true">
      {toTiles(text, tiles).map(({ ground, figure, shape, place }) => (
        <span key={place} style={{ background: `var(--tile-${ground})` }}>
          <span style={{ background: `var(--tile-${figure})`, borderRadius: shape }} />
        </span>
      ))}
    </div>
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

/** Small whole numbers that follow from a text: FNV-1a over its UTF-16 units, then xorshift. */
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

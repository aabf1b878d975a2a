interface Piece {
  /** Where it begins in the text. */
  at: number
  words: string
  isAddress: boolean
}

/** An address on the web, without the sign that ends its sentence. */
const address = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g

/** Divides a text into addresses and what stands between them. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = []
  let at = 0
  for (const { 0: words, index } of text.matchAll(address)) {
    if (index > at) found.push({ at, words: text.slice(at, index), isAddress: false })
    found.push({ at: index, words, isAddress: true })
    at = index + words.length
  }
  return at < text.length ? [...found, { at, words: text.slice(at), isAddress: false }] : found
}

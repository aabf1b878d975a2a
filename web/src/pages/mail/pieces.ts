interface Piece {
  /** The offset in the text. */
  at: number
  words: string
  isAddress: boolean
}

/** A URL without trailing punctuation. */
const address = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g

/** Splits a text into URLs and the text between them. */
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

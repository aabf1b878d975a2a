import { cutWords, type Word } from "./cut-words.ts"

/** Words that have to follow each other in a doc. The last one may be only the beginning of a word. */
export interface Phrase {
  readonly words: readonly string[]
  readonly isPrefix: boolean
}

/** What a query has beyond is left out. */
const mostWords = 32

/**
 * Reads what somebody typed: words that must all be in a doc, in any order, and phrases in quotes. The last word may
 * still be being typed, so what begins with it is found. Everything else, the operators of either database included,
 * means itself, or nothing where it is no word.
 */
export function readQuery(query: string): Phrase[] {
  let left = mostWords
  const parts = partsOf(query).flatMap(({ text, isClosed }) => {
    const words = cutWords(text).take(left).toArray()
    left -= words.length
    return words.length > 0 ? [{ words, isClosed }] : []
  })
  return parts.map(({ words, isClosed }, at) => toPhrase(words, !isClosed && at === parts.length - 1))
}

/** What stands in quotes, and what stands between spaces. A quote that nothing ends is still being typed. */
function partsOf(query: string): { text: string; isClosed: boolean }[] {
  const parts = query.matchAll(/["“”„«»](?<quoted>[^"“”„«»]*)(?<end>["“”„«»]?)|[^\s"“”„«»]+/gu)
  return Array.from(parts, ({ 0: text, groups: { quoted = text, end = "" } = {} }) => ({
    text: quoted,
    isClosed: end !== "",
  }))
}

/**
 * In a script without spaces the last character of a query stands alone, as it does at the end of a line of a doc; but
 * the doc's line may go on. Two characters and more are found by their pairs, and one by the pairs that begin with it.
 */
function toPhrase(words: readonly Word[], isOpen: boolean): Phrase {
  const texts = words.map(({ text }) => text)
  if (words.at(-1)?.kind !== "alone") return { words: texts, isPrefix: isOpen }
  if (words.at(-2)?.kind === "pair") return { words: texts.slice(0, -1), isPrefix: false }
  return { words: texts, isPrefix: true }
}

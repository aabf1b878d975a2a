import { cutWords, type Word } from "./cut-words.ts"

/** Words in sequence. With `isPrefix`, the last one matches words that begin with it. */
export interface Phrase {
  readonly words: readonly string[]
  readonly isPrefix: boolean
}

/** Further words of a query are ignored. */
const mostWords = 32

/**
 * Words and quoted phrases, which must all occur. The unfinished last word matches as a prefix. Operators of the
 * databases are literal text or ignored.
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

/** Splits a query at quotes and spaces. A quote without an end counts as open. */
function partsOf(query: string): { text: string; isClosed: boolean }[] {
  const parts = query.matchAll(/["“”„«»](?<quoted>[^"“”„«»]*)(?<end>["“”„«»]?)|[^\s"“”„«»]+/gu)
  return Array.from(parts, ({ 0: text, groups: { quoted = text, end = "" } = {} }) => ({
    text: quoted,
    isClosed: end !== "",
  }))
}

/**
 * The last character of a query in a script without spaces is `alone`, but a doc's line may continue there. Two or more
 * characters match by their pairs, and a single one by pairs that begin with it.
 */
function toPhrase(words: readonly Word[], isOpen: boolean): Phrase {
  const texts = words.map(({ text }) => text)
  if (words.at(-1)?.kind !== "alone") return { words: texts, isPrefix: isOpen }
  if (words.at(-2)?.kind === "pair") return { words: texts.slice(0, -1), isPrefix: false }
  return { words: texts, isPrefix: true }
}

/** A word of a sentence, or a whole text in quotation marks. */
export interface Word {
  /** As it was written, without quotation marks. */
  readonly text: string
  /** In lower case, to compare it with shapes. */
  readonly plain: string
  readonly isQuoted: boolean
}

/** The longest sentence that is read, in characters. */
const mostLetters = 500

const polite = [["please"], ["can", "you"], ["could", "you"], ["would", "you"]]

/** The words of a sentence; undefined for a longer text, or one of several lines. */
export function readWords(text: string): Word[] | undefined {
  if (text.length > mostLetters || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text.trim())) return undefined
  const sentence = text.trim().replace(/[?.!\s]{1,10}$/, "")
  const words = [...sentence.matchAll(/"[^"]*"|“[^”]*”|[^\s"“”]+|["“”]/g)].map(([word]) => readWord(word))
  return withoutCourtesy(words)
}

function readWord(word: string): Word {
  const isQuoted = word.length > 1 && /^["“]/.test(word)
  const text = isQuoted ? word.slice(1, -1).trim() : word
  return { text, plain: text.toLowerCase().replaceAll("’", "'").replace(/,$/, ""), isQuoted }
}

function withoutCourtesy(words: Word[]): Word[] {
  const isPolite = polite.find((form) => form.every((word, at) => words[at]?.plain === word && !words[at]?.isQuoted))
  if (isPolite) return withoutCourtesy(words.slice(isPolite.length))
  const last = words.at(-1)
  return last?.plain === "please" && !last.isQuoted ? words.slice(0, -1) : words
}

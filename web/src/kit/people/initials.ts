/** The first graphemes of the first word and of the last one: an emoji of several code points is one. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const shown = words.length > 1 ? [words[0], words.at(-1)] : words
  return shown.map((word = "") => firstLetterOf(word).toUpperCase()).join("")
}

/** Before this range of Unicode ends, a grapheme is one code point. */
const beyondLatin = /[^ -\u02ff]/

/** Approximates a grapheme: a code point, its marks and its joiners. Firefox before 125 has no `Intl.Segmenter`. */
const grapheme = /^.(?:\p{M}|\p{Emoji_Modifier}|\u200d.)*/u

let letters: Intl.Segmenter | undefined

/** Most names need no segmenter, which takes a phone 60 ms to open. */
function firstLetterOf(word: string): string {
  if (!beyondLatin.test(word)) return word.slice(0, 1)
  if (!("Segmenter" in Intl)) return grapheme.exec(word)?.[0] ?? ""
  letters ??= new Intl.Segmenter(undefined, { granularity: "grapheme" })
  return [...letters.segment(word)][0]?.segment ?? ""
}

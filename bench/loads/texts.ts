const onsets = "b br c cl d f g gr h l m n p pl r s st t tr v".split(" ")
const rhymes = [..."aeiou"].flatMap((vowel) => ["", "n", "r", "st", "l"].map((coda) => vowel + coda))
const syllables = onsets.flatMap((onset) => rhymes.map((rhyme) => onset + rhyme))

/** The n-th most common word, from 0. The most common words are short, and many words share a prefix. */
function wordOf(n: number): string {
  const at = (index: number) => syllables[index % syllables.length] ?? ""
  return n < syllables.length ? at(n * 77) : at(n * 13) + at(Math.floor(n / syllables.length) * 29 + n)
}

/** The n-th most common Chinese character. */
const characterOf = (n: number) => String.fromCodePoint(0x4e00 + n * 7)

/** A word in one doc of five thousand, for `n` from 0 to 19. */
const rareWord = (n: number) => `${wordOf(n)}xyl`
/** A phrase of common words, in the same docs as `rareWord`. */
const rarePhrase = (n: number) => `${wordOf(n + 40)} ${wordOf(n + 80)} ${wordOf(n + 120)}`
/** A word in one title of five hundred, and in no text. */
const titleWord = (n: number) => `${wordOf(n)}zax`

/** Queries by name; `n` is from 0 to 19. A word without quotes is a prefix. */
export const benchQueries: Record<string, (n: number) => string> = {
  "word in 20 docs": (n) => `"${rareWord(n)}"`,
  "word in one doc of twenty": (n) => `"${wordOf(370 + n)}"`,
  "word in one doc of twelve": (n) => `"${wordOf(200 + n)}"`,
  "word in most docs": (n) => `"${wordOf(n)}"`,
  "phrase in 20 docs": (n) => `"${rarePhrase(n)}"`,
  "phrase in many docs": (n) => `"${wordOf(n)} ${wordOf(n + 1)}"`,
  "beginning of a rare word": (n) => rareWord(n).slice(0, -1),
  "beginning of many words": (n) => wordOf(n),
  "one CJK character": (n) => characterOf(n),
  "two CJK characters": (n) => characterOf(n + 4) + characterOf(n),
  "three CJK characters": (n) => characterOf(0) + characterOf(n) + characterOf(1),
  "word of titles": (n) => titleWord(n),
  "word in no doc": (n) => `${wordOf(n)}qaq`,
}

/** A made-up doc of about 1,170 characters, the same in each run. One of ten has a line of Chinese. */
export function makeText(n: number): { title: string; text: string } {
  let drawn = 0
  /** A rank below `count`. As in a language, the n-th is about as frequent as 1/n. */
  const rank = (count: number) => Math.floor((count + 1) ** randomOf(n * 1_000 + drawn++)) - 1
  const title = Array.from({ length: 4 }, () => wordOf(rank(30_000)))
  if (n % 500 < 20) title.push(titleWord(n % 500))
  const parts = n % 5_000 < 20 ? [rareWord(n % 5_000), rarePhrase(n % 5_000)] : []
  for (let length = 0; length < 1_140; length += (parts.at(-1) ?? "").length + 1) parts.push(wordOf(rank(30_000)))
  const line = Array.from({ length: n % 10 === 3 ? 40 : 0 }, () => characterOf(rank(2_000)))
  return { title: title.join(" "), text: `${parts.join(" ")}\n${line.join("")}` }
}

/** A number from 0 to 1 that looks random, the same for the same seed. */
const randomOf = (seed: number): number => Math.abs(Math.sin(seed) * 100_000) % 1

const onsets = [
  "b",
  "br",
  "c",
  "cl",
  "d",
  "f",
  "g",
  "gr",
  "h",
  "l",
  "m",
  "n",
  "p",
  "pl",
  "r",
  "s",
  "st",
  "t",
  "tr",
  "v",
]
const vowels = ["a", "e", "i", "o", "u"]
const codas = ["", "n", "r", "st", "l"]
const syllables = onsets.flatMap((onset) => vowels.flatMap((vowel) => codas.map((coda) => onset + vowel + coda)))

/** The n-th most common word, from 0. The most common words are short, and many words share a prefix. */
export function wordOf(n: number): string {
  const at = (index: number) => syllables[index % syllables.length] ?? ""
  return n < syllables.length ? at(n * 77) : at(n * 13) + at(Math.floor(n / syllables.length) * 29 + n)
}

/** The n-th most common Chinese character. */
export const characterOf = (n: number) => String.fromCodePoint(0x4e00 + n * 7)

/** A word in one doc of five thousand, for `n` from 0 to 19. */
export const rareWord = (n: number) => `${wordOf(n)}xyl`
/** A phrase of common words, in the same docs as `rareWord`. */
export const rarePhrase = (n: number) => `${wordOf(n + 40)} ${wordOf(n + 80)} ${wordOf(n + 120)}`
/** A word in one title of five hundred, and in no text. */
export const titleWord = (n: number) => `${wordOf(n)}zax`

/** A made-up doc of about 1,170 characters, the same in each run. One of ten has a line of Chinese. */
export function makeText(n: number): { title: string; text: string } {
  const random = randomFrom(n)
  const title = Array.from({ length: 4 }, () => wordOf(wordRank(random())))
  if (n % 500 < 20) title.push(titleWord(n % 500))
  const parts = n % 5_000 < 20 ? [rareWord(n % 5_000), rarePhrase(n % 5_000)] : []
  for (let length = 0; length < 1_140; length += (parts.at(-1) ?? "").length + 1) parts.push(wordOf(wordRank(random())))
  const line = Array.from({ length: n % 10 === 3 ? 40 : 0 }, () => characterOf(characterRank(random())))
  return { title: title.join(" "), text: `${parts.join(" ")}\n${line.join("")}` }
}

const wordRank = ranks(30_000)
const characterRank = ranks(2_000)

/** Maps a number from 0 to 1 to a rank below `count`, where the n-th is as frequent as 1/n, as in a language. */
function ranks(count: number): (random: number) => number {
  const sums = new Float64Array(count)
  let sum = 0
  for (let n = 0; n < count; n += 1) sums[n] = sum += 1 / (n + 1)
  return (random) => {
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < random * sum) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Returns the same numbers from 0 to 1 in each run. */
function randomFrom(seed: number): () => number {
  let state = (seed + 1) * 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

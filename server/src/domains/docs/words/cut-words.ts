import { fold } from "#kernel/text/fold.ts"

/** A word in its searchable form, and its position in the text. */
export interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Scripts without spaces: each character with the next one (`pair`), and a line's last one separately (`alone`). */
  readonly kind: "word" | "pair" | "alone"
  /** The end of a pair's first character. */
  readonly middle?: number
}

/** The longest word, in characters. PostgreSQL accepts words of 2,046 bytes. */
const maxWord = 100

/** Compiled on first use, because that is slow. */
let pieces: RegExp | undefined

/** Cuts text into words, numbers and emoji. Punctuation is left out. */
export function* cutWords(text: string): Generator<Word> {
  pieces ??= newPieces()
  for (const { 0: piece, index: start, groups } of text.matchAll(pieces)) {
    const end = start + piece.length
    if (groups?.run !== undefined) yield* cutRun(piece, start)
    else if (groups?.emoji !== undefined) yield { text: piece, start, end, kind: "word" }
    else for (const word of wordsIn(piece)) yield { text: word, start, end, kind: "word" }
  }
}

function wordsIn(piece: string): readonly string[] {
  const folded = fold(piece.length > 2 * maxWord ? piece.slice(0, 2 * maxWord) : piece)
  const words = /^[a-z0-9]+$/.test(folded) ? [folded] : (folded.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
  return words.map((word) => (word.length > maxWord ? [...word].slice(0, maxWord).join("") : word))
}

interface Unit {
  readonly text: string
  readonly start: number
  readonly end: number
}

function* cutRun(run: string, from: number): Generator<Word> {
  let before: Unit | undefined
  for (const unit of unitsOf(run, from)) {
    if (before) {
      const text = before.text + unit.text
      yield { text, start: before.start, end: unit.end, kind: "pair", middle: before.end }
    }
    before = unit
  }
  if (before) yield { ...before, kind: "alone" }
}

/** The characters of a run. Characters that fold together (か and its mark) have one position. */
function* unitsOf(run: string, from: number): Generator<Unit> {
  for (const { 0: cluster, index } of run.matchAll(/.[\p{M}\uff9e\uff9f]*/gsu)) {
    const start = from + index
    const end = start + cluster.length
    for (const text of fold(cluster)) yield { text, start, end }
  }
}

function newPieces(): RegExp {
  const names = ["Han", "Hira", "Kana", "Hang", "Bopo", "Yiii", "Thai", "Laoo", "Khmr", "Mymr"]
  const scripts = names.map((name) => `\\p{scx=${name}}`).join("")
  const run = `[[${scripts}]&&[\\p{L}\\p{M}\\p{Nl}\\u3200-\\u33ff]]`
  const emoji = "\\p{RI}{2}|[\\p{ExtPict}--[\\u00a9\\u00ae\\u2122]]"
  const word = `[[\\p{L}\\p{M}\\p{N}\\p{Default_Ignorable_Code_Point}]--${run}]`
  return new RegExp(`(?<run>${run}[${run}\\p{VS}]*)|(?<emoji>${emoji})|(?<word>${word}+)`, "gv")
}

import { cutWords, type Word } from "./cut-words.ts"
import type { Phrase } from "./read-query.ts"

type Range = readonly [start: number, end: number]

export function findPhrases(text: string, phrases: readonly Phrase[]): { range: Range; phrase: Phrase }[] {
  const words = [...cutWords(text)]
  const found: { range: Range; phrase: Phrase }[] = []
  for (let at = 0; at < words.length; at += 1) {
    for (const phrase of phrases) {
      const range = rangeAt(words, at, phrase)
      if (range) found.push({ range, phrase })
    }
  }
  return found
}

function rangeAt(all: readonly Word[], from: number, { words, isPrefix }: Phrase): Range | undefined {
  const ends = words.length - 1
  for (let at = 0; at <= ends; at += 1) {
    const [text, word] = [all[from + at]?.text, words[at]]
    if (text !== word && !(isPrefix && at === ends && text?.startsWith(word ?? ""))) return undefined
  }
  const [first, last] = [all[from], all[from + ends]]
  return first && last && [first.start, endOf(last, words[ends] ?? "")]
}

/** A search for one character of a script without spaces matches a pair by its first character. */
const endOf = ({ kind, text, middle, end }: Word, wanted: string) =>
  kind === "pair" && wanted.length < text.length ? (middle ?? end) : end

export function marksOf(text: string, phrases: readonly Phrase[]): [number, number][] {
  const marks: [number, number][] = []
  for (const { range } of findPhrases(text, phrases)) {
    const last = marks.at(-1)
    if (last && range[0] <= last[1]) last[1] = Math.max(last[1], range[1])
    else marks.push([...range])
  }
  return marks
}

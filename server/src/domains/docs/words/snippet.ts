import { cleanText } from "#kernel/clean-text.ts"
import { findPhrases, marksOf } from "./find-words.ts"
import type { Phrase } from "./read-query.ts"

export interface Snippet {
  text: string
  marks: [number, number][]
}

/** In characters: the length of a snippet, the text before its first match, and the searched length. */
const shown = 160
const before = 24
const lookedAt = 50_000

/** The piece of a text with most of the phrases near each other; its beginning without a match. */
export function snippetOf(text: string, phrases: readonly Phrase[]): Snippet {
  const from = startOf(text, bestPlace(text.slice(0, lookedAt), phrases))
  const piece = cleanText(text.slice(from, from + 4 * shown), shown)
  const line = from > 0 ? `… ${piece}` : piece
  return { text: line, marks: marksOf(line, phrases) }
}

function bestPlace(text: string, phrases: readonly Phrase[]): number {
  const found = findPhrases(text, phrases)
  let [best, most, end] = [found[0]?.range[0] ?? 0, 0, 0]
  const near = new Map<Phrase, number>()
  for (const { range, phrase } of found) {
    for (; (found[end]?.range[1] ?? Number.POSITIVE_INFINITY) <= range[0] + shown - before; end += 1) {
      count(near, found[end]?.phrase, 1)
    }
    if (near.size > most) [best, most] = [range[0], near.size]
    count(near, phrase, -1)
  }
  return best
}

function count(near: Map<Phrase, number>, phrase: Phrase | undefined, by: 1 | -1): void {
  if (!phrase) return
  const times = (near.get(phrase) ?? 0) + by
  if (times > 0) near.set(phrase, times)
  else near.delete(phrase)
}

function startOf(text: string, place: number): number {
  if (place <= before) return 0
  const lead = text.slice(place - before, place)
  const line = lead.lastIndexOf("\n")
  const space = line >= 0 ? line : lead.search(/\s/)
  return place - before + (space >= 0 ? space + 1 : 0)
}

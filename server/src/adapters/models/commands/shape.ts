import { type HoleKind, holeKinds, isOneThing } from "./holes.ts"
import type { Word } from "./words.ts"

/**
 * The pattern of a sentence, such as `rename|call [the] doc {thing} to {title}`. `a|b` takes either word. Words in
 * brackets are optional. `{name}` is a hole for several words or a quoted text; `{name:address}` is a hole of a kind.
 */
export interface Shape {
  readonly tokens: readonly Token[]
  /** For the first token of each optional group, the index of the token behind the group. */
  readonly skips: ReadonlyMap<number, readonly number[]>
}

type Token = { readonly words: ReadonlySet<string> } | { readonly hole: string; readonly kind: HoleKind }

/** The values of the holes by name. */
export type Holes = Readonly<Record<string, string>>

export function readShape(text: string): Shape {
  const tokens: Token[] = []
  const skips = new Map<number, number[]>()
  const open: number[] = []
  for (const [part] of text.matchAll(/\[|\]|[^\s[\]]+/g)) {
    if (part === "[") open.push(tokens.length)
    else if (part === "]") {
      const start = open.pop() ?? 0
      skips.set(start, [...(skips.get(start) ?? []), tokens.length])
    } else tokens.push(readToken(part))
  }
  return { tokens, skips }
}

function readToken(part: string): Token {
  const [, hole, kind = "text"] = /^\{(\w+)(?::(\w+))?\}$/.exec(part) ?? []
  if (hole === undefined) return { words: new Set(part.split("|")) }
  if (!(kind in holeKinds)) throw new Error(`There is no hole of the kind ${kind}.`)
  return { hole, kind: holeKinds[kind as keyof typeof holeKinds] }
}

/** One partial reading of the words so far. */
interface PartialReading {
  readonly holes: Holes
  /** The first word of the hole that is being filled. */
  readonly from?: number
}

/** The most partial readings at one place of a shape. Two are enough to know that a sentence is ambiguous. */
const mostReadings = 4

/**
 * The readings of a whole sentence in a shape, two at the most. Each word is compared once for each place of the shape,
 * so that the time grows linearly with the words.
 */
export function readIn({ tokens, skips }: Shape, words: readonly Word[]): Holes[] {
  let places = new Map<number, PartialReading[]>()
  const add = (to: Map<number, PartialReading[]>, place: number, reading: PartialReading) => {
    const readings = to.get(place) ?? []
    if (readings.length < mostReadings) to.set(place, [...readings, reading])
    if (reading.from === undefined) for (const after of skips.get(place) ?? []) add(to, after, reading)
  }
  add(places, 0, { holes: {} })
  for (const [at, word] of words.entries()) {
    const next = new Map<number, PartialReading[]>()
    for (const [place, readings] of places) {
      const token = tokens[place]
      if (token === undefined) continue
      for (const reading of readings)
        for (const [on, then] of advance(token, reading, { at, word, words })) add(next, place + on, then)
    }
    places = next
  }
  const ends = (places.get(tokens.length) ?? []).map(({ holes }) => holes)
  return ends.filter((holes, index) => ends.findIndex((other) => isSame(other, holes)) === index).slice(0, 2)
}

/** The places that one word leads to: the next place (1), or further in the same hole (0). */
function advance(
  token: Token,
  { holes, from }: PartialReading,
  { at, word, words }: { at: number; word: Word; words: readonly Word[] },
): [on: 0 | 1, way: PartialReading][] {
  if ("words" in token) return !word.isQuoted && token.words.has(word.plain) ? [[1, { holes }]] : []
  const filled = words.slice(from ?? at, at + 1)
  const { kind, hole } = token
  if (word.isQuoted) {
    const text = kind.read(word.text)
    return from === undefined && text !== undefined ? [[1, { holes: { ...holes, [hole]: text } }]] : []
  }
  if (!kind.takesWords) {
    const text = kind.read(word.text)
    return text === undefined ? [] : [[1, { holes: { ...holes, [hole]: text } }]]
  }
  if (!isOneThing(filled)) return []
  const text = kind.read(filled.map((one) => one.text).join(" "))
  const more: [0, PartialReading] = [0, { holes, from: from ?? at }]
  return text === undefined ? [more] : [more, [1, { holes: { ...holes, [hole]: text } }]]
}

const isSame = (one: Holes, other: Holes) =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name])

// The pages use this file, too, so it has no syntax or function that the oldest browsers lack.
import { type Latin, latin, type Script, scripts } from "./scripts.ts"

/** The platform's decoder. The types for the pages' contract lack it. */
declare const TextDecoder: new (
  label: string,
  options: { fatal: boolean },
) => { decode(bytes: Uint8Array, options: { stream: boolean }): string }

const sampleBytes = 1_200
/** An encoding must read a text this well, and better than Windows-1252 by `lead`. */
const lead = 0.25
const least = 0.25

/**
 * Guesses the encoding of a text that is not UTF-8 or UTF-16, by its name in the WHATWG Encoding Standard: the one in
 * which the text has the most frequent letters of a language. `windows-1252` where none is better.
 */
export function guessEncoding(bytes: Uint8Array): string {
  if (isIso2022(bytes)) return "iso-2022-jp"
  const first = bytes.findIndex((byte) => byte > 0x7f)
  const sample = bytes.subarray(Math.max(first - 1, 0), Math.max(first, 0) + sampleBytes)
  let best = { label: "windows-1252", score: Math.max(least, scoreOfLatin(sample, latin[0]) + lead) }
  for (const one of latin.slice(1)) best = better(best, { label: one.label, score: scoreOfLatin(sample, one) })
  for (const script of scripts) {
    for (const label of script.labels) best = better(best, { label, score: scoreOfScript(sample, label, script) })
  }
  return best.label
}

interface Guess {
  label: string
  score: number
}

const better = (one: Guess, other: Guess) => (other.score > one.score ? other : one)

/** ISO-2022-JP is ASCII that escapes turn into Japanese. */
export const isIso2022 = (bytes: Uint8Array): boolean =>
  bytes.some(
    (byte, at) => byte === 0x1b && bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x40 || bytes[at + 2] === 0x42),
  )

function decode(sample: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(sample, { stream: true })
  } catch {
    return undefined
  }
}

/** Signs that a text of any language may have, and those that begin or end a word. */
const sign = /^[\u00a0-\u00bf×÷“”„‚‘’‹›–—…•†‡€™№]$/
const quote = /[“”„‚‘’‹›«»–—…\u00a0]/
const quotes = new RegExp(quote, "g")
const letter = /[\p{L}\p{M}]/u
const lower = /\p{Ll}/u
const upper = /\p{Lu}/u
const beyondAscii = /[^\0-\x7f]/

function scoreOfLatin(sample: Uint8Array, { label, alphabets, run }: Latin): number {
  const text = decode(sample, label)
  if (text === undefined) return -1
  const scores = alphabets.map((alphabet) =>
    average(text, (mark, at) => valueOfLatin(mark, { text, at, alphabet, run })),
  )
  return Math.max(...scores)
}

function average(text: string, value: (mark: string, at: number) => number): number {
  let [sum, count] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at] as string
    if (!beyondAscii.test(mark)) continue
    sum += value(mark, at)
    count += 1
  }
  return count === 0 ? 0 : sum / count
}

interface LatinPlace {
  text: string
  at: number
  alphabet: string
  run: number
}

function valueOfLatin(mark: string, { text, at, alphabet, run }: LatinPlace): number {
  const around = text.slice(Math.max(at - run, 0), at + run + 1).replace(quotes, " ")
  const isTooLong = longestRunIn(around) > run && !umlauts.test(around)
  if (isTooLong || isOddCapital(text, at)) return -1
  if (quote.test(mark)) return 0.8
  const next = [text[at - 1], text[at + 1]].filter((other = "") => letter.test(other) || beyondAscii.test(other)).length
  if (!alphabet.includes(mark.toLowerCase()) && !alphabet.includes(mark))
    return sign.test(mark) ? (signs[next] ?? 0) : -1
  // Icelandic words begin with it; Turkish ones have another letter with its byte.
  return mark === "þ" && letter.test(text[at - 1] ?? "") ? -1 : 1
}

const signs = [0.8, 0, -1]

/** German and Swedish letters in a row, as on a keyboard. In other encodings these bytes are no words. */
const umlauts = /^[\0-\x7f]*[åäöüß]{3,}[\0-\x7f]*$/i

const longestRunIn = (text: string) => Math.max(...text.split(/[\0-\x7f]+/).map((run) => run.length))

const isOddCapital = (text: string, at: number) => upper.test(text[at] ?? "") && lower.test(text[at - 1] ?? "")

function scoreOfScript(sample: Uint8Array, label: string, script: Script): number {
  const text = decode(sample, label)
  if (text === undefined) return -1
  const rarity = 0.06 * script.labels.indexOf(label)
  if (script.isAlphabet) return average(text, (mark, at) => valueOfLetter(mark, { text, at, script })) - rarity
  const rare = rareIn(sample, label)
  return (
    average(text, (mark, at) =>
      rare.has(at) ? -0.5 : valueOfCharacter(mark, text.slice(Math.max(at - 1, 0), at + 2), script),
    ) - rarity
  )
}

function valueOfCharacter(mark: string, around: string, { frequent, others }: Script): number {
  if (frequent.includes(mark)) return 1
  if (/[\uff66-\uff9f]/.test(mark) && /[a-z]/i.test(around)) return -1
  return others.test(mark) ? 0.4 : -1
}

interface Place {
  text: string
  at: number
  script: Script
}

function valueOfLetter(mark: string, { text, at, script }: Place): number {
  if (isImpossible(text, at)) return -1
  const place = script.frequent.indexOf(mark.toLowerCase())
  if (place >= 0) return Math.max(1 - place / 50, 0.2) - (upper.test(mark) ? 0.02 : 0)
  return script.others.test(mark) ? 0.3 : -1
}

/** No word has letters of two scripts, a capital behind a small letter, or begins with a mark. */
function isImpossible(text: string, at: number): boolean {
  const [before = " ", mark = " ", after = " "] = [text[at - 1], text[at], text[at + 1]]
  if (letter.test(mark) && /[a-z]/i.test(before + after)) return true
  if (isOddCapital(text, at) || (/\p{M}/u.test(mark) && !letter.test(before))) return true
  return atEnds.test(mark) ? letter.test(after) : beforeOthers.test(mark) && !/[ก-ฮ]/.test(after)
}

/** Letters for the ends of words in Greek and Hebrew, and vowels that Thai writes before a consonant. */
const atEnds = /[ςםןץךף]/
const beforeOthers = /[เแโใไ]/

/** The first bytes of the Chinese characters in common use, and the first byte of rare ones. */
const commonLeads: Readonly<Record<string, readonly [from: number, to: number]>> = {
  shift_jis: [0x88, 0x98],
  "euc-jp": [0xb0, 0xcf],
  gb18030: [0xb0, 0xd7],
  big5: [0xa4, 0xc6],
  "euc-kr": [0xb0, 0xc8],
}

function rareIn(sample: Uint8Array, label: string): Set<number> {
  const rare = new Set<number>()
  let isWithin = false
  for (let [at, place] = [0, 0]; at < sample.length; place += 1) {
    const [byte = 0, next = 0, after = 0] = sample.subarray(at, at + 3)
    const size = sizeOf(byte, next, label)
    // A sign of Windows-1252 and the letter behind it look like one character.
    const isAlone = next < 0x80 && !isWithin && after < 0x80
    if (size > 1 && (isAlone || isRare(byte, next, label))) rare.add(place)
    isWithin = size > 1
    at += size
  }
  return rare
}

function isRare(byte: number, next: number, label: string): boolean {
  const [from, to] = commonLeads[label] ?? [0, 0xff]
  if (label === "gb18030" && next <= 0xa0) return true
  if (label === "shift_jis" ? byte < from : byte < from && byte > 0xa0) return false // signs and kana
  return byte < from || byte > to
}

function sizeOf(byte: number, next: number, label: string): number {
  if (byte < 0x80 || (label === "shift_jis" && byte > 0xa0 && byte < 0xe0)) return 1
  if (label === "gb18030" && next < 0x40) return 4
  return label === "euc-jp" && byte === 0x8f ? 3 : 2
}

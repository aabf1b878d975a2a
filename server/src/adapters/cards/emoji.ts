import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dropOldest } from "#kernel/bounds/drop-oldest.ts"

export interface Emoji {
  readonly name: string
  readonly svg: Buffer
}

const require = createRequire(import.meta.url)
const figures = "@iconify-json/twemoji"
/** How many images are cached, so that a text full of emoji reads each once. The oldest are dropped first. */
const keptLimit = 500

let names: Readonly<Record<string, string>> | undefined
let figuresText: ReturnType<typeof openFigures> | undefined
const cache = new Map<string, Emoji>()

/**
 * Returns the image of exactly one emoji, with or without the selector for the coloured form; undefined for other text.
 * The list of emoji is loaded at the first call, the images when the first is found.
 */
export function findEmoji(text: string): Emoji | undefined {
  names ??= JSON.parse(readFileSync(require.resolve(`${figures}/chars.json`), "utf8")) as Record<string, string>
  const name = names[toKey(text)]
  if (name === undefined) return undefined
  const emoji = cache.get(name) ?? readEmoji(name)
  cache.set(name, emoji)
  dropOldest(cache, keptLimit)
  return emoji
}

const selector = 0xfe0f

/** The key of an emoji: its code points in hexadecimal, four digits or more, without selectors: "0031-20e3". */
function toKey(text: string): string {
  const codePoints = Array.from(text, (character) => character.codePointAt(0) as number)
  return codePoints
    .filter((codePoint) => codePoint !== selector)
    .map((codePoint) => codePoint.toString(16).padStart(4, "0"))
    .join("-")
}

function readEmoji(name: string): Emoji {
  figuresText ??= openFigures()
  const [start, end] = figuresText.places.get(name) as Span
  const body: string = JSON.parse(figuresText.bytes.toString("utf8", start, end))
  return {
    name,
    svg: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${xlink} viewBox="0 0 36 36">${body}</svg>`),
  }
}

const xlink = 'xmlns:xlink="http://www.w3.org/1999/xlink"'

type Span = readonly [start: number, end: number]

/**
 * Reads `"name": { "body": "…" }` for each icon. Returns the unparsed file and the offsets of each image in it; parsed,
 * it would take four times the memory.
 */
function openFigures() {
  const bytes = readFileSync(require.resolve(`${figures}/icons.json`))
  const places = new Map<string, Span>()
  for (let at = bytes.indexOf(bodyKey); at >= 0; at = bytes.indexOf(bodyKey, at)) {
    const nameEnd = bytes.lastIndexOf('"', at - 1)
    const name = bytes.toString("latin1", bytes.lastIndexOf('"', nameEnd - 1) + 1, nameEnd)
    const start = bytes.indexOf('"', at + bodyKey.length)
    at = endOfString(bytes, start)
    places.set(name, [start, at])
  }
  return { bytes, places }
}

const bodyKey = '"body":'

/** The offset after the JSON string that begins at `start`. */
function endOfString(bytes: Buffer, start: number): number {
  let end = bytes.indexOf('"', start + 1)
  while (bytes[end - 1] === backslash) end = bytes.indexOf('"', end + 1)
  return end + 1
}

const backslash = 0x5c
